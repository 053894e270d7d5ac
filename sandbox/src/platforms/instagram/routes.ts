import type { Route } from '../../core/network.ts';
import { metered } from '../meta/usage.ts';
import { createComment } from './create-comment.ts';
import { createContainer } from './create-container.ts';
import { getMe } from './me.ts';
import { getPublishingLimit, publishContainer } from './publish-container.ts';
import { getContainer, getMedia, listMedia, listStories } from './read-media.ts';
import { login } from './oauth.ts';

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
  createComment,
];

export const routes: readonly Route[] = [login.authorize, login.exchangeCode, ...onGraph.map(metered(login.meteredOf))];
