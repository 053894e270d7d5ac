import type { FastifyReply } from 'fastify';
import type { AppError } from '../kernel/errors.ts';
import { type ErrorCode } from '../kernel/errors.ts';
import type { ErrorShape } from '../schemas/error.ts';

type Row = { status: number; shape: ErrorShape; text?: string; when: string };

/** The one table of what a code looks like from outside. `text` replaces the message where the value is fixed. */
export const errorTable: Readonly<Record<ErrorCode, Row>> = {
  jsonBodyRequired: {
    status: 400,
    shape: 'simple',
    text: 'JSON body is required',
    when: 'The body is missing, empty, not JSON by its content type, or not an object.',
  },
  invalidJsonBody: {
    status: 400,
    shape: 'simple',
    text: 'Invalid JSON body',
    when: 'The body is not valid JSON, or nested deeper than 32.',
  },
  invalidCursor: {
    status: 400,
    shape: 'simple',
    text: 'Invalid cursor',
    when: 'The cursor was not handed out to this user, or was changed.',
  },
  validation: { status: 400, shape: 'validation', when: 'A value has the wrong shape or breaks a limit.' },
  urlNotAllowed: {
    status: 400,
    shape: 'validation',
    when: 'An address that Herald may not call: not `https`, not public, with credentials, or on a reserved port.',
  },
  platformUnsupported: { status: 400, shape: 'coded', when: 'Not available on the platform.' },
  oauthCallbackFailed: {
    status: 400,
    shape: 'coded',
    when: 'The `state` is unknown, used, expired or of another platform, or the platform refused what was given.',
  },
  profileNotDeletable: {
    status: 400,
    shape: 'simple',
    when: 'The profile is the default one, or accounts are connected to it.',
  },
  unauthorized: {
    status: 401,
    shape: 'simple',
    text: 'Unauthorized',
    when: 'The key is missing, malformed, unknown or deleted.',
  },
  paymentRequired: { status: 402, shape: 'payment', when: 'The plan does not include it.' },
  permissionRequired: {
    status: 403,
    shape: 'simple',
    text: 'API key requires read_write permission',
    when: 'A read-only key on a write, or a limited key where access to all profiles is needed.',
  },
  forbidden: { status: 403, shape: 'coded', when: 'The profile is out of the scope of the key.' },
  uploadNotAllowed: {
    status: 403,
    shape: 'simple',
    text: 'Forbidden',
    when: 'The upload address was not made by this Herald, or was changed.',
  },
  oauthStateUserMismatch: { status: 403, shape: 'coded', when: 'The `state` is of another user or profile.' },
  notFound: { status: 404, shape: 'simple', text: 'Not found', when: 'Unknown path or resource.' },
  accountNotFound: { status: 404, shape: 'coded', when: 'The account is unknown or out of the scope of the key.' },
  methodNotAllowed: {
    status: 405,
    shape: 'simple',
    text: 'Method not allowed',
    when: 'The path exists, the method does not; `Allow` lists those that do.',
  },
  limitReached: { status: 409, shape: 'coded', when: 'A number cap is reached.' },
  accountInOtherProfile: {
    status: 409,
    shape: 'coded',
    when: 'The account is connected in another profile of the user.',
  },
  connectNotCompleted: {
    status: 409,
    shape: 'flow',
    text: 'connect_not_completed',
    when: 'The bot has not seen the code yet.',
  },
  webhookInactive: { status: 409, shape: 'validation', when: 'The webhook endpoint is inactive or gone.' },
  deliveryInProgress: { status: 409, shape: 'validation', when: 'The delivery still has attempts to come.' },
  deliveryExpired: { status: 409, shape: 'validation', when: 'The event is over 30 days old and no longer kept.' },
  noRotationStaged: { status: 409, shape: 'validation', when: 'No new signing secret waits to be promoted.' },
  requestTimeout: { status: 408, shape: 'simple', text: 'Request timeout', when: 'The bytes came too slowly.' },
  uploadGone: { status: 410, shape: 'simple', when: 'The upload address has expired or was used.' },
  payloadTooLarge: { status: 413, shape: 'simple', text: 'Payload too large', when: 'The body is over 1 MiB.' },
  unsupportedEncoding: {
    status: 415,
    shape: 'simple',
    text: 'Unsupported content encoding',
    when: 'The request carries `Content-Encoding`.',
  },
  rangeNotSatisfiable: {
    status: 416,
    shape: 'simple',
    text: 'Range not satisfiable',
    when: 'The file has no such bytes.',
  },
  rateLimited: {
    status: 429,
    shape: 'rateLimited',
    when: 'The request budget or an hourly cap is spent, or too many failed keys came from one address. `Retry-After` says when.',
  },
  oauthFailed: {
    status: 502,
    shape: 'coded',
    when: 'The platform was unable to answer. The `code` begins with its name, as in `xOauthFailed`.',
  },
  unavailable: {
    status: 503,
    shape: 'simple',
    text: 'Service unavailable',
    when: 'The database is unreachable or the process overloaded. `Retry-After` says when to try again.',
  },
  insufficientStorage: {
    status: 507,
    shape: 'simple',
    text: 'Insufficient storage',
    when: 'The disk is almost full; uploads wait until there is room.',
  },
  internal: { status: 500, shape: 'simple', when: 'Unexpected; the message names the failed operation.' },
};

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = errorTable[error.code];
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error)));
}

function errorBody(error: AppError): object {
  const { shape, text } = errorTable[error.code];
  const message = text ?? error.message;
  switch (shape) {
    case 'simple':
      return { error: message };
    case 'coded':
      return { error: message, code: publicCode(error), ...codedExtras(error) };
    case 'flow':
      return { error: message, message: error.message };
    case 'payment':
      return { error: message, code: error.code, ...error.details.payment };
    case 'validation':
      return {
        error: message,
        type: 'invalid_request_error',
        code: error.code,
        param: error.details.param ?? null,
      };
    case 'rateLimited':
      return { error: 'rate_limited', retryAfter: error.details.retryAfterSeconds ?? 1 };
  }
}

function publicCode({ code, details }: AppError): string {
  return code === 'oauthFailed' ? `${details.platform ?? ''}OauthFailed` : code;
}

function codedExtras({ details: { platform, errorDescription } }: AppError): object {
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(errorDescription === undefined ? {} : { errorDescription }),
  };
}
