import type { Call, RequestErrors } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

export type ApiError = {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: 'header' | 'parameter' | 'other';
};

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export function errorReply({ code, message, domain = 'global', ...rest }: ApiError): Reply {
  return json(code, { error: { code, message, errors: [{ message, domain, ...rest }], status: statuses[code] } });
}

export function refuse(error: ApiError): never {
  throw new Refusal(errorReply(error));
}

export function refuseUnknownName(name: string, source: 'query' | 'body'): never {
  const what = source === 'query' ? 'Cannot bind query parameter.' : 'Cannot find field.';
  const message = `Invalid JSON payload received. Unknown name "${name}": ${what}`;
  refuse({ code: 400, reason: 'invalid', message });
}

export function refuseValue(name: string, message: string): never {
  refuse({ code: 400, reason: 'invalidParameter', message, location: name, locationType: 'parameter' });
}

export function refuseMetadata(reason: string, message: string, location: string): never {
  refuse({ code: 400, reason, message, domain: 'youtube.video', location, locationType: 'other' });
}

const onHeader = { location: 'Authorization', locationType: 'header' } as const;

export const authErrors = {
  missing: (): ApiError => ({
    code: 401,
    reason: 'required',
    message: 'Request is missing required authentication credential.',
    ...onHeader,
  }),
  invalid: (): ApiError => ({ code: 401, reason: 'authError', message: 'Invalid Credentials', ...onHeader }),
  scope: (): ApiError => ({
    code: 403,
    reason: 'insufficientPermissions',
    message: 'Request had insufficient authentication scopes.',
  }),
  noChannel: (): ApiError => ({
    code: 401,
    reason: 'youtubeSignupRequired',
    message: 'Unauthorized',
    domain: 'youtube.header',
    ...onHeader,
  }),
};

export const isTokenCall = ({ request }: Call): boolean => request.host === 'oauth2.googleapis.com';

export const requestErrors: RequestErrors = {
  unknownRoute: () => errorPage(404, '404. That’s an error.', 'The requested URL was not found on this server.'),
  unreadableBody: (call) =>
    isTokenCall(call)
      ? oauthError(400, 'invalid_request', 'Could not read the request')
      : errorReply({ code: 400, reason: 'parseError', message: 'Parse Error' }),
  bodyTooLarge: () => errorReply({ code: 413, reason: 'uploadTooLarge', message: 'Request Too Large' }),
};
