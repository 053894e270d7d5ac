import type { Route } from '../../core/platform.ts';
import { metered } from '../meta/usage.ts';
import { createContainer } from './publish/create-container.ts';
import { debugToken } from './debug-token.ts';
import { deletePost } from './delete-post.ts';
import { getAccountInsights, getPostInsights } from './insights.ts';
import { getMe } from './me.ts';
import { publishContainer } from './publish/publish-container.ts';
import { getPublishingLimit } from './publish/quota.ts';
import { getContainer, getPost, listPosts } from './reads.ts';
import { login } from './oauth.ts';
import { listConversation, listReplies, manageReply } from './reply-routes.ts';

const onGraph: readonly Route[] = [
  login.exchangeToken,
  login.refreshToken,
  debugToken,
  getMe,
  createContainer,
  getContainer,
  publishContainer,
  getPublishingLimit,
  getPost,
  listPosts,
  listReplies,
  listConversation,
  manageReply,
  deletePost,
  getPostInsights,
  getAccountInsights,
];

export const routes: readonly Route[] = [login.authorize, login.exchangeCode, ...onGraph.map(metered(login.meteredOf))];
