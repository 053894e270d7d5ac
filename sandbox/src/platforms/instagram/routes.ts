import type { Route } from '../../core/network.ts';
import { metered } from '../meta/usage.ts';
import { authorize } from './authorize.ts';
import { createComment } from './create-comment.ts';
import { createContainer } from './create-container.ts';
import { getMe } from './me.ts';
import { getPublishingLimit, publishContainer } from './publish-container.ts';
import { getContainer, getMedia, listMedia, listStories } from './read-media.ts';
import { exchangeCode, exchangeToken, refreshToken } from './token-routes.ts';
import { login } from './tokens.ts';

const onGraph: readonly Route[] = [
  exchangeToken,
  refreshToken,
  getMe,
  createContainer,
  getContainer,
  publishContainer,
  getPublishingLimit,
  getMedia,
  listMedia,
  listStories,
  createComment,
];

export const routes: readonly Route[] = [authorize, exchangeCode, ...onGraph.map(metered(login.meteredOf))];
