import type { RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { graphBodyTooLarge, unknownGraphRoute, unreadableGraphBody } from '../meta/errors.ts';
import { oauthReply } from '../meta/login-errors.ts';
import { graphVersions } from '../meta/versions.ts';
import { codeHost, graphHost } from './oauth.ts';

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    const { host } = call.request;
    if (host === 'www.instagram.com') {
      return errorPage(404, 'Sorry, this page isn’t available', 'The link may be broken.');
    }
    if (host === codeHost) return oauthReply('Unsupported request', 404);
    return unknownGraphRoute(call, host === graphHost ? graphVersions : []);
  },
  unreadableBody: (call) =>
    call.request.host === codeHost ? oauthReply('The request body cannot be read') : unreadableGraphBody(call),
  bodyTooLarge: graphBodyTooLarge,
};
