import { subscriptionRoutes } from '../meta/subscriptions.ts';
import { graphRoute, type Caller } from './graph-route.ts';
import { scopes } from './limits.ts';
import { app } from './oauth.ts';

export const subscriptions = subscriptionRoutes<Caller>({
  platform: 'instagram',
  appId: app.clientId,
  path: '/{account}/subscribed_apps',
  scope: scopes.basic,
  fields: [
    'comments',
    'live_comments',
    'mentions',
    'messages',
    'message_reactions',
    'messaging_postbacks',
    'messaging_seen',
  ],
  idOf: ({ person }) => person.userId,
  route: graphRoute,
});
