import type { Route } from '../../core/platform.ts';
import { getFollowers, getPostAnalytics } from './analytics.ts';
import { createComment } from './create-comment.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { finalizeVideo } from './finalize-upload.ts';
import { getVideo } from './get-video.ts';
import { initializeDocument, initializeImage, initializeVideo } from './initialize-upload.ts';
import { listPosts } from './list-posts.ts';
import { authorize, issueTokens } from './oauth.ts';
import { uploadDocument, uploadImage, uploadVideoPart } from './upload-bytes.ts';
import { getUserInfo } from './user-info.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  getUserInfo,
  initializeImage,
  uploadImage,
  initializeDocument,
  uploadDocument,
  initializeVideo,
  uploadVideoPart,
  finalizeVideo,
  getVideo,
  createPost,
  deletePost,
  listPosts,
  createComment,
  getPostAnalytics,
  getFollowers,
];
