import type { Route } from '../../core/platform.ts';
import { getFollowers, getPostAnalytics } from './analytics.ts';
import { createComment } from './posts/create-comment.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost } from './posts/delete-post.ts';
import { finalizeVideo } from './finalize-upload.ts';
import { getVideo } from './get-video.ts';
import { initializeDocument, initializeImage, initializeVideo } from './initialize-upload.ts';
import { listPosts } from './posts/list-posts.ts';
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
