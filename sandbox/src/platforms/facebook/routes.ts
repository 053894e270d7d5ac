import type { Route } from '../../core/platform.ts';
import { metered } from '../meta/usage.ts';
import { createComment, deleteComment, getComment, hideComment, listComments } from './comments/comment-routes.ts';
import { createPhoto } from './publish/create-photo.ts';
import { createPost } from './publish/create-post.ts';
import { createReel } from './publish/create-reel.ts';
import { createVideo } from './publish/create-video.ts';
import { deletePost } from './publish/delete-post.ts';
import { getPostInsights } from './insights.ts';
import { getPermissions, listPages } from './me.ts';
import { authorize, exchangeCode, exchangeToken, meteredOf } from './oauth.ts';
import { getPage, getPost, getVideo, listPosts, listReels } from './reads.ts';
import { subscriptions } from './comments/subscriptions.ts';
import { uploadVideo } from './publish/upload-video.ts';

const onGraph: readonly Route[] = [
  exchangeToken,
  exchangeCode,
  getPermissions,
  listPages,
  createPost,
  createPhoto,
  createVideo,
  createReel,
  getComment,
  hideComment,
  deleteComment,
  getPost,
  getPage,
  getVideo,
  listPosts,
  listReels,
  listComments,
  createComment,
  deletePost,
  getPostInsights,
  ...subscriptions,
];

export const routes: readonly Route[] = [authorize, ...onGraph.map(metered(meteredOf)), uploadVideo];
