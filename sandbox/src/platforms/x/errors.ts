import type { Call, RequestErrors } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

const problems = 'https://api.x.com/2/problems';

type Problem = { readonly status: number; readonly title: string; readonly detail?: string; readonly type?: string };

export function problemReply({ status, title, detail = title, type }: Problem): Reply {
  return json(status, { title, detail, type: type === undefined ? 'about:blank' : `${problems}/${type}`, status });
}

export function refuse(problem: Problem): never {
  throw new Refusal(problemReply(problem));
}

export function refuseForbidden(detail: string, type?: string): never {
  refuse({ status: 403, title: 'Forbidden', detail, ...(type !== undefined && { type }) });
}

export const refuseAction = (): never => refuseForbidden('You are not permitted to perform this action.');

export function refuseRequest(message: string, parameters: Readonly<Record<string, readonly string[]>> = {}): never {
  throw new Refusal(
    json(400, {
      errors: [{ parameters, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${problems}/invalid-request`,
    }),
  );
}

export function refuseUnknownTweet(id: string): never {
  throw new Refusal(
    json(404, {
      value: id,
      detail: `Could not find tweet with id: [${id}].`,
      title: 'Not Found Error',
      resource_type: 'tweet',
      parameter: 'id',
      resource_id: id,
      type: `${problems}/resource-not-found`,
      status: 404,
    }),
  );
}

export const unauthorized = (): Reply => problemReply({ status: 401, title: 'Unauthorized' });
export const forbidden = (): Reply => problemReply({ status: 403, title: 'Forbidden' });
export const serverError = (): Reply => problemReply({ status: 503, title: 'Service Unavailable' });

export const isTokenCall = ({ request }: Call): boolean => request.path.startsWith('/2/oauth2/');

export const requestErrors: RequestErrors = {
  unknownRoute: ({ request }) =>
    request.host === 'x.com'
      ? errorPage(404, 'Hmm...this page doesn’t exist.', 'Try searching for something else.')
      : json(404, { title: 'Not Found', detail: 'Not Found', type: 'about:blank', status: 404 }),
  unreadableBody: (call) =>
    isTokenCall(call)
      ? oauthError(400, 'invalid_request', 'The request body cannot be read.')
      : problemReply({ status: 400, title: 'Invalid Request', detail: 'Invalid JSON in request body.' }),
  bodyTooLarge: () => problemReply({ status: 413, title: 'Request Entity Too Large' }),
};
