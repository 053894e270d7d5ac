import type { ErrorCode } from '../../kernel/errors.ts';
import type { ErrorShape } from '../../schemas/error.ts';

type Row = { status: number; shape: ErrorShape; text?: string; when: string };

/** `text` replaces the message where clients rely on a fixed value. */
export const errorTable: Readonly<Record<ErrorCode, Row>> = {
  jsonBodyRequired: {
    status: 400,
    shape: 'simple',
    text: 'JSON body is required',
    when: 'The body is missing, empty or not an object, or its `Content-Type` is not JSON.',
  },
  invalidJsonBody: {
    status: 400,
    shape: 'simple',
    text: 'Invalid JSON body',
    when: 'The body is not valid JSON, or is nested deeper than 32 levels.',
  },
  invalidCursor: {
    status: 400,
    shape: 'simple',
    text: 'Invalid cursor',
    when: 'The cursor belongs to another user or was changed.',
  },
  validation: { status: 400, shape: 'validation', when: 'A value has the wrong type or format, or exceeds a limit.' },
  unsupported: { status: 400, shape: 'validation', when: 'The setting is part of the API but not supported yet.' },
  mediaUnavailable: {
    status: 400,
    shape: 'validation',
    when: 'A media file of the post cannot be read, has the wrong type, is too large or has not been uploaded yet.',
  },
  urlNotAllowed: {
    status: 400,
    shape: 'validation',
    when: 'Herald may not call the URL: it is not `https` or not public, contains credentials or uses a reserved port.',
  },
  platformUnsupported: { status: 400, shape: 'coded', when: 'The platform does not support this.' },
  attachmentUnsupported: { status: 400, shape: 'coded', when: 'Comments on this platform take no attachment.' },
  actionNotAllowed: {
    status: 400,
    shape: 'coded',
    when: 'The platform does not allow this for the comment: see `canReply`, `canHide` and `canDelete`.',
  },
  queueNotFound: { status: 400, shape: 'coded', when: 'The queue of the post does not exist.' },
  queuePaused: { status: 400, shape: 'coded', when: 'The queue is paused: set `active` to true first.' },
  queueEmpty: { status: 400, shape: 'coded', when: 'The queue has no slots.' },
  queueFull: { status: 400, shape: 'coded', when: 'Every slot of the queue within 366 days is taken.' },
  oauthCallbackFailed: {
    status: 400,
    shape: 'coded',
    when: 'The `state` is unknown, already used, expired or for another platform, or the platform refused the connection.',
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
  paymentRequired: { status: 402, shape: 'payment', when: 'The plan of the user does not include this.' },
  permissionRequired: {
    status: 403,
    shape: 'simple',
    text: 'API key requires read_write permission',
    when: 'A read-only key on a write, or a limited key where access to all profiles is needed.',
  },
  forbidden: { status: 403, shape: 'coded', when: 'The key has no access to the profile.' },
  uploadNotAllowed: {
    status: 403,
    shape: 'simple',
    text: 'Forbidden',
    when: 'The upload URL was not created by this installation, or was changed.',
  },
  oauthStateUserMismatch: { status: 403, shape: 'coded', when: 'The `state` belongs to another user or profile.' },
  notFound: { status: 404, shape: 'simple', text: 'Not found', when: 'Unknown path or resource.' },
  postNotFound: { status: 404, shape: 'coded', when: 'The post does not exist, or the key may not see it.' },
  postNotPublished: { status: 404, shape: 'coded', when: 'The post is not published on the account.' },
  conversationNotFound: {
    status: 404,
    shape: 'coded',
    when: 'The account has no such conversation, or Herald has not seen it yet: list the conversations first.',
  },
  contactNotFound: { status: 404, shape: 'coded', when: 'The contact does not exist, or the key may not see it.' },
  automationNotFound: {
    status: 404,
    shape: 'coded',
    when: 'The automation does not exist, or the key may not see it.',
  },
  platformLimitation: {
    status: 400,
    shape: 'messaging',
    when: 'The platform does not accept a message to this person now, such as outside the 24-hour window.',
  },
  idempotencyInFlight: {
    status: 409,
    shape: 'coded',
    when: 'A request with this `Idempotency-Key` is still running.',
  },
  idempotencyConflict: {
    status: 422,
    shape: 'coded',
    when: 'The `Idempotency-Key` was used with another body.',
  },
  requestIdTaken: {
    status: 409,
    shape: 'validation',
    when: 'The `x-request-id` belongs to a post that the key may not see, or that was deleted within 24 hours of its creation.',
  },
  post_publish_in_progress: { status: 409, shape: 'validation', when: 'The post is being published.' },
  postNotRetryable: {
    status: 409,
    shape: 'validation',
    when: 'No target of the post has failed, or a requested target has not.',
  },
  outcomeUnknown: {
    status: 409,
    shape: 'validation',
    when: 'The post may already be published. `confirm: true` sends it anyway, after one more look-up.',
  },
  targetNotPublished: { status: 409, shape: 'validation', when: 'The post is not published on that account.' },
  duplicateContent: {
    status: 409,
    shape: 'validation',
    when: 'The same content is scheduled or published on the account within 24 hours. `allowDuplicate: true` publishes it anyway.',
  },
  duplicateContact: { status: 409, shape: 'coded', when: 'A contact of the profile already has the email.' },
  duplicateChannel: {
    status: 409,
    shape: 'coded',
    when: 'A contact already has the `platformIdentifier` on the account.',
  },
  duplicatePostAutomation: {
    status: 409,
    shape: 'coded',
    when: 'The account already has an active automation for this post. Deactivate it first.',
  },
  orgScopesDisabled: { status: 403, shape: 'coded', when: 'Posts of organisations cannot be read yet.' },
  platformCapabilityMissing: {
    status: 403,
    shape: 'coded',
    when: 'The account lacks a scope that the request needs.',
  },
  analyticsUnavailable: {
    status: 424,
    shape: 'coded',
    when: 'No platform of the post has returned its numbers; `error` names the reasons.',
  },
  connectionDead: { status: 424, shape: 'coded', when: 'The account must be connected again first.' },
  platformRejected: {
    status: 400,
    shape: 'platform',
    when: "The platform refused the request; `code` is the platform's own.",
  },
  platformObjectMissing: {
    status: 404,
    shape: 'platform',
    when: "The post or comment does not exist on the platform; `code` is the platform's own.",
  },
  platformThrottled: {
    status: 429,
    shape: 'platform',
    when: "The platform limits the request rate; `code` is the platform's own.",
  },
  platformUnavailable: { status: 502, shape: 'platform', when: 'The platform is unavailable.' },
  providerOutcomeUnknown: {
    status: 502,
    shape: 'coded',
    when: 'The platform did not confirm the request, which may have taken effect anyway.',
  },
  accountNotFound: { status: 404, shape: 'coded', when: 'The account does not exist, or the key may not see it.' },
  methodNotAllowed: {
    status: 405,
    shape: 'simple',
    text: 'Method not allowed',
    when: 'The path does not support this method; `Allow` lists the methods it supports.',
  },
  limitReached: { status: 409, shape: 'coded', when: 'The user has reached the maximum number of these objects.' },
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
    when: 'The `state` is unknown, or belongs to another user or platform.',
  },
  connectSessionExpired: {
    status: 410,
    shape: 'flow',
    text: 'connect_session_expired',
    when: 'The connection was started more than half an hour ago, or expired before it was complete.',
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
    when: 'The platform refused the request or is unavailable.',
  },
  mediaInUse: {
    status: 409,
    shape: 'validation',
    when: 'A draft, scheduled, queued or publishing post needs the file.',
  },
  webhookInactive: { status: 409, shape: 'validation', when: 'The webhook endpoint is inactive or was deleted.' },
  deliveryInProgress: { status: 409, shape: 'validation', when: 'The delivery has not ended yet.' },
  deliveryExpired: { status: 409, shape: 'validation', when: 'The event is older than 30 days and was deleted.' },
  noRotationStaged: { status: 409, shape: 'validation', when: 'There is no new signing secret to promote.' },
  requestTimeout: { status: 408, shape: 'simple', text: 'Request timeout', when: 'The upload was too slow.' },
  uploadGone: { status: 410, shape: 'simple', when: 'The upload URL has expired or was already used.' },
  payloadTooLarge: {
    status: 413,
    shape: 'simple',
    text: 'Payload too large',
    when: 'The body is larger than 1 MiB, or 8 MiB where many contacts are created.',
  },
  unsupportedEncoding: {
    status: 415,
    shape: 'simple',
    text: 'Unsupported content encoding',
    when: 'The request has a `Content-Encoding`, which is not supported.',
  },
  rangeNotSatisfiable: {
    status: 416,
    shape: 'simple',
    text: 'Range not satisfiable',
    when: 'The range is outside the file.',
  },
  rateLimited: {
    status: 429,
    shape: 'rateLimited',
    when: 'The rate limit or an hourly limit is exceeded, or one IP address failed to authenticate too often. `Retry-After` says how long to wait.',
  },
  oauthFailed: {
    status: 502,
    shape: 'coded',
    when: 'The platform is unavailable. The `code` begins with its name, as in `xOauthFailed`.',
  },
  unavailable: {
    status: 503,
    shape: 'simple',
    text: 'Service unavailable',
    when: 'The database is unreachable or the process is overloaded. `Retry-After` says when to try again.',
  },
  held: {
    status: 503,
    shape: 'flow',
    text: 'Service unavailable',
    when: 'Herald is held after a restore and refuses writes. `message` says how the operator releases it.',
  },
  insufficientStorage: {
    status: 507,
    shape: 'flow',
    text: 'Insufficient storage',
    when: 'The disk is almost full, or a file would exceed the storage quota. `message` says which, and what to do.',
  },
  internal: { status: 500, shape: 'simple', when: 'An unexpected error; `error` names the failed operation.' },
};

/** Overrides for one route, such as `queueFull`: 400 for a post, 409 for `next-slot`. */
export type ErrorStatuses = Partial<Readonly<Record<ErrorCode, number>>>;

export function errorStatus(code: ErrorCode, own: ErrorStatuses | undefined): number {
  return own?.[code] ?? errorTable[code].status;
}
