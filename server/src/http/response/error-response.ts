import type { FastifyReply } from 'fastify';
import type { AppError } from '../../kernel/errors.ts';
import { type ErrorCode } from '../../kernel/errors.ts';
import type { ErrorShape } from '../../schemas/error.ts';

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
  unsupported: { status: 400, shape: 'validation', when: 'A setting that the interface names but nobody can use yet.' },
  mediaUnavailable: {
    status: 400,
    shape: 'validation',
    when: 'A file of a post cannot be read, is of the wrong kind, too large, or not uploaded yet.',
  },
  urlNotAllowed: {
    status: 400,
    shape: 'validation',
    when: 'An address that Herald may not call: not `https`, not public, with credentials, or on a reserved port.',
  },
  platformUnsupported: { status: 400, shape: 'coded', when: 'Not available on the platform.' },
  queueNotFound: { status: 400, shape: 'coded', when: 'The queue a post is to take its time from does not exist.' },
  queuePaused: { status: 400, shape: 'coded', when: 'The queue is paused: set `active` to take times from it again.' },
  queueEmpty: { status: 400, shape: 'coded', when: 'The queue has no slots.' },
  queueFull: { status: 400, shape: 'coded', when: 'Every slot of the queue within 366 days is taken.' },
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
  postNotFound: { status: 404, shape: 'coded', when: 'The post is unknown or out of the scope of the key.' },
  requestIdTaken: {
    status: 409,
    shape: 'validation',
    when: 'The `x-request-id` belongs to a post the key may not see, or one deleted within 24 hours of its creation.',
  },
  post_publish_in_progress: { status: 409, shape: 'validation', when: 'The post is being published.' },
  postNotRetryable: {
    status: 409,
    shape: 'validation',
    when: 'Nothing of the post has failed, or a named target has not.',
  },
  outcomeUnknown: {
    status: 409,
    shape: 'validation',
    when: 'The post may be out already: `confirm: true` sends it anyway, after one more look-up.',
  },
  targetNotPublished: { status: 409, shape: 'validation', when: 'The post is not published on that account.' },
  duplicateContent: {
    status: 409,
    shape: 'validation',
    when: 'The same content is scheduled or published on the account within 24 hours. `allowDuplicate: true` publishes it anyway.',
  },
  orgScopesDisabled: { status: 403, shape: 'coded', when: 'Posts of organisations cannot be read yet.' },
  platformCapabilityMissing: {
    status: 403,
    shape: 'coded',
    when: 'The account was not granted a scope that this needs.',
  },
  connectionDead: { status: 424, shape: 'coded', when: 'The account must be connected again first.' },
  platformRejected: { status: 400, shape: 'platform', when: 'The platform refused; `code` is its own.' },
  platformThrottled: { status: 429, shape: 'platform', when: 'The platform asks to slow down; `code` is its own.' },
  platformUnavailable: { status: 502, shape: 'platform', when: 'The platform was unable to answer.' },
  providerOutcomeUnknown: {
    status: 502,
    shape: 'coded',
    when: 'The platform did not confirm: it may have happened anyway.',
  },
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
    when: 'The bot has not seen the code yet, or the connection is pending or failed.',
  },
  connectSessionNotFound: {
    status: 404,
    shape: 'flow',
    text: 'connect_session_not_found',
    when: 'The `state` is unknown, of another user or of another platform.',
  },
  connectSessionExpired: {
    status: 410,
    shape: 'flow',
    text: 'connect_session_expired',
    when: 'The connection began over half an hour ago, or expired before it was complete.',
  },
  boardNotFound: { status: 400, shape: 'flow', text: 'board_not_found', when: 'The account has no such board.' },
  notConnected: {
    status: 424,
    shape: 'flow',
    text: 'not_connected',
    when: 'The account must be connected again first.',
  },
  requestFailed: {
    status: 502,
    shape: 'flow',
    text: 'request_failed',
    when: 'The platform refused, or was unable to answer.',
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
  held: {
    status: 503,
    shape: 'flow',
    text: 'Service unavailable',
    when: 'A write while Herald is held after a restore. `message` says how the operator releases it.',
  },
  insufficientStorage: {
    status: 507,
    shape: 'flow',
    text: 'Insufficient storage',
    when: 'The disk is almost full, or a file would exceed the storage quota. `message` says which, and what to do.',
  },
  internal: { status: 500, shape: 'simple', when: 'Unexpected; the message names the failed operation.' },
};

/** Statuses of codes that differ on some endpoints, such as `queueFull`: 400 for a post, 409 for `next-slot`. */
export type ErrorStatuses = Partial<Readonly<Record<ErrorCode, number>>>;

export function errorStatus(code: ErrorCode, own: ErrorStatuses | undefined): number {
  return own?.[code] ?? errorTable[code].status;
}

export function sendError(reply: FastifyReply, error: AppError, own?: ErrorStatuses): FastifyReply {
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  return reply
    .code(errorStatus(error.code, own))
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
    case 'platform':
      return platformBody(error);
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
        ...validationExtras(error),
      };
    case 'rateLimited':
      return { error: 'rate_limited', retryAfter: error.details.retryAfterSeconds ?? 1 };
  }
}

function publicCode({ code, details }: AppError): string {
  return code === 'oauthFailed' ? `${details.platform ?? ''}OauthFailed` : code;
}

function platformBody({ message, details }: AppError): object {
  return {
    error: message,
    code: details.platformCode ?? 'unknown',
    platform: details.platform ?? '',
    platformError: details.platformError ?? message,
    ...(details.retryAfterSeconds === undefined ? {} : { retryAfter: details.retryAfterSeconds }),
  };
}

function validationExtras({ details: { issues, existingPostId } }: AppError): object {
  return {
    ...(issues === undefined ? {} : { issues }),
    ...(existingPostId === undefined ? {} : { existingPostId }),
  };
}

function codedExtras({ details: { platform, errorDescription, missingScopes } }: AppError): object {
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(errorDescription === undefined ? {} : { errorDescription }),
    ...(missingScopes === undefined ? {} : { missingScopes }),
  };
}
