import type { Route } from '../../core/platform.ts';
import { metered } from '../meta/usage.ts';
import {
  createComment,
  createReply,
  deleteComment,
  getComment,
  hideComment,
  listComments,
  listReplies,
} from './comment-routes.ts';
import { createContainer } from './publish/create-container.ts';
import { getMediaInsights } from './insights.ts';
import { getMe } from './me.ts';
import {
  getConversation,
  getFollower,
  getMessage,
  listConversations,
  listMessages,
} from './messages/message-routes.ts';
import { getPublishingLimit, publishContainer } from './publish/publish-container.ts';
import { getContainer, getMedia, listMedia, listStories } from './read-media.ts';
import { login } from './oauth.ts';
import { sendMessage } from './messages/send-message.ts';
import { subscriptions } from './subscriptions.ts';

const onGraph: readonly Route[] = [
  login.exchangeToken,
  login.refreshToken,
  getMe,
  createContainer,
  getContainer,
  publishContainer,
  getPublishingLimit,
  getMedia,
  listMedia,
  listStories,
  getMediaInsights,
  listComments,
  createComment,
  listReplies,
  createReply,
  getComment,
  hideComment,
  deleteComment,
  listConversations,
  getConversation,
  listMessages,
  getMessage,
  sendMessage,
  getFollower,
  ...subscriptions,
];

export const routes: readonly Route[] = [login.authorize, login.exchangeCode, ...onGraph.map(metered(login.meteredOf))];
