import type { Call, RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { graphBodyTooLarge, unknownGraphRoute, unreadableGraphBody } from '../meta/errors.ts';
import { oauthReply } from '../meta/login-errors.ts';
import { versions } from './graph-route.ts';
import { graphHost, webHosts } from './oauth.ts';

/** This call is on the Graph host, but has its own error body. */
export const isCodeCall = ({ request }: Call): boolean => request.path === '/oauth/access_token';

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    const { host } = call.request;
    if (webHosts.includes(host)) return errorPage(404, 'Not all who wander are lost', 'But this page is.');
    if (isCodeCall(call)) return oauthReply('Unsupported request', 404);
    return unknownGraphRoute(call, host === graphHost ? versions : []);
  },
  unreadableBody: (call) =>
    isCodeCall(call) ? oauthReply('The request body cannot be read') : unreadableGraphBody(call),
  bodyTooLarge: graphBodyTooLarge,
};
