import type { Route } from '../../core/platform.ts';
import { metered } from '../meta/usage.ts';
import { createComment, deleteComment, getComment, hideComment, listComments } from './comment-routes.ts';
import { createPhoto } from './create-photo.ts';
import { createPost } from './create-post.ts';
import { createReel } from './create-reel.ts';
import { createVideo } from './create-video.ts';
import { deletePost } from './delete-post.ts';
import { getPostInsights } from './insights.ts';
import { getPermissions, listPages } from './me.ts';
import { authorize, exchangeCode, exchangeToken, meteredOf } from './oauth.ts';
import { getPage, getPost, getVideo, listPosts, listReels } from './reads.ts';
import { subscriptions } from './subscriptions.ts';
import { uploadVideo } from './upload-video.ts';

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
