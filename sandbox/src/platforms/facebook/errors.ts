import type { RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { graphBodyTooLarge, unknownGraphRoute, unreadableGraphBody } from '../meta/errors.ts';
import { graphVersions } from '../meta/versions.ts';
import { graphHost } from './oauth.ts';

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    const { host } = call.request;
    if (host === 'www.facebook.com') {
      return errorPage(404, 'This content isn’t available', 'The link may be broken.');
    }
    return unknownGraphRoute(call, host === graphHost ? graphVersions : []);
  },
  unreadableBody: unreadableGraphBody,
  bodyTooLarge: graphBodyTooLarge,
};
