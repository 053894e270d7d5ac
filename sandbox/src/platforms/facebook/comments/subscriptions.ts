import { subscriptionRoutes } from '../../meta/subscriptions.ts';
import { pageRoute, type PageCaller } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import { app } from '../oauth.ts';

export const subscriptions = subscriptionRoutes<PageCaller>({
  platform: 'facebook',
  appId: app.clientId,
  path: '/{page}/subscribed_apps',
  scope: scopes.metadata,
  fields: ['feed', 'mention', 'messages', 'message_echoes', 'messaging_postbacks', 'ratings'],
  idOf: ({ page }) => page.id,
  route: pageRoute,
});
