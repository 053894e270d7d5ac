import type { Call, RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

type ApiError = { readonly status: number; readonly code: string; readonly message: string };

export const logId = ({ random }: Call): string => `2026${random.digits(10)}${random.text(16, '0123456789ABCDEF')}`;

/** Every reply has `data` and `error`, which may be `ok`. */
export function errorReply(call: Call, { status, code, message }: ApiError): Reply {
  return json(status, { data: {}, error: { code, message, log_id: logId(call) } });
}

export function refuse(call: Call, error: ApiError): never {
  throw new Refusal(errorReply(call, error));
}

/** Error codes of posting endpoints are in the singular. */
export function refuseParameter(call: Call, message: string): never {
  const code = call.request.path.startsWith('/v2/post/') ? 'invalid_param' : 'invalid_params';
  refuse(call, { status: 400, code, message });
}

export const errors = {
  tokenInvalid: {
    status: 401,
    code: 'access_token_invalid',
    message: 'The access token is invalid or not found in the request.',
  },
  scopeMissing: {
    status: 401,
    code: 'scope_not_authorized',
    message: 'The user did not authorize the scope required for completing this request.',
  },
  tooMany: {
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'The API rate limit was exceeded. Please try again later.',
  },
  server: { status: 500, code: 'internal_error', message: 'Something went wrong. Please try again later.' },
} as const satisfies Record<string, ApiError>;

/** Token endpoints have a flat error body. */
export function oauthReply(call: Call, status: number, error: string, description = error): Reply {
  return json(status, { error, error_description: description, log_id: logId(call) });
}

export const isTokenCall = ({ request }: Call): boolean => request.path.startsWith('/v2/oauth/');

export const uploadHost = 'open-upload.tiktokapis.com';
export const isUploadCall = ({ request }: Call): boolean => request.host === uploadHost;

/** The upload host sends no body. */
export function uploadReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: '' };
}

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    if (call.request.host === 'www.tiktok.com') return errorPage(404, 'Couldn’t find this page', 'Check the address.');
    if (isUploadCall(call)) return uploadReply(404);
    return errorReply(call, { status: 404, code: 'not_found', message: 'Unsupported path(Janus)' });
  },
  unreadableBody: (call) => {
    if (isTokenCall(call)) return oauthReply(call, 400, 'invalid_request', 'The request body cannot be read.');
    return isUploadCall(call)
      ? uploadReply(400)
      : errorReply(call, { status: 400, code: 'invalid_params', message: 'The request body cannot be parsed.' });
  },
  bodyTooLarge: (call) =>
    isUploadCall(call)
      ? uploadReply(413)
      : errorReply(call, { status: 413, code: 'invalid_params', message: 'The request body is too large.' }),
};
