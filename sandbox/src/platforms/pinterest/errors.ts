import type { Call, RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

export const apiHost = 'api.pinterest.com';

export type ApiError = { readonly status: number; readonly code: number; readonly message: string };

export const errorReply = ({ status, code, message }: ApiError): Reply => json(status, { code, message });

export function refuse(error: ApiError): never {
  throw new Refusal(errorReply(error));
}

export const invalidRequest = (message: string): Reply =>
  errorReply({ status: 400, code: 1, message: `Invalid request: ${message}` });

export function refuseRequest(message: string): never {
  throw new Refusal(invalidRequest(message));
}

export const errors = {
  authentication: (): ApiError => ({ status: 401, code: 2, message: 'Authentication failed.' }),
  grant: (): ApiError => ({ status: 401, code: 283, message: 'The authorization grant is invalid' }),
  scope: (missing: readonly string[]): ApiError => ({
    status: 401,
    code: 3,
    message: `Authorization failed. Missing: [${missing.map((scope) => `'${scope}'`).join(', ')}]`,
  }),
  forbidden: (): ApiError => ({
    status: 403,
    code: 29,
    message: 'You are not permitted to access that resource.',
  }),
  boardNotFound: (): ApiError => ({ status: 404, code: 40, message: 'Board not found.' }),
  pinNotFound: (): ApiError => ({ status: 404, code: 50, message: 'Pin not found.' }),
  mediaNotFound: (): ApiError => ({ status: 404, code: 1, message: 'Media upload not found.' }),
  boardExists: (): ApiError => ({ status: 400, code: 58, message: 'You already have a board with that name.' }),
  tooMany: (): ApiError => ({
    status: 429,
    code: 8,
    message: 'You have exceeded your rate limit. Try again later.',
  }),
  server: (): ApiError => ({ status: 500, code: 0, message: 'Sorry! Something went wrong on our end.' }),
};

export const uploadHost = 'pinterest-media-upload.s3-accelerate.amazonaws.com';

/** The store that receives videos has XML errors. */
export function storageReply(status: number, code: string, message: string): Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

export const isStorageCall = ({ request }: Call): boolean => request.host === uploadHost;

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    if (isStorageCall(call)) {
      return storageReply(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    }
    if (call.request.host === 'www.pinterest.com') return errorPage(404, 'Whoops!', 'We couldn’t find that page.');
    return errorReply({ status: 404, code: 11, message: 'API method not found.' });
  },
  unreadableBody: (call) =>
    isStorageCall(call)
      ? storageReply(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.')
      : invalidRequest('the body cannot be read'),
  bodyTooLarge: (call) =>
    isStorageCall(call)
      ? storageReply(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
      : errorReply({ status: 413, code: 1, message: 'Request Entity Too Large' }),
};
