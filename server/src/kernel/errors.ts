/** Closed: `http/response/error-table.ts` does not compile while a code lacks a status and JSON shape. */
export type ErrorCode =
  | 'jsonBodyRequired'
  | 'invalidJsonBody'
  | 'invalidCursor'
  | 'validation'
  | 'unsupported'
  | 'mediaUnavailable'
  | 'mediaInUse'
  | 'urlNotAllowed'
  | 'platformUnsupported'
  | 'attachmentUnsupported'
  | 'actionNotAllowed'
  | 'queueNotFound'
  | 'queuePaused'
  | 'queueEmpty'
  | 'queueFull'
  | 'oauthCallbackFailed'
  | 'profileNotDeletable'
  | 'unauthorized'
  | 'paymentRequired'
  | 'permissionRequired'
  | 'forbidden'
  | 'uploadNotAllowed'
  | 'oauthStateUserMismatch'
  | 'notFound'
  | 'accountNotFound'
  | 'postNotFound'
  | 'postNotPublished'
  | 'conversationNotFound'
  | 'contactNotFound'
  | 'automationNotFound'
  | 'platformLimitation'
  | 'idempotencyInFlight'
  | 'idempotencyConflict'
  | 'requestIdTaken'
  | 'post_publish_in_progress'
  | 'postNotRetryable'
  | 'outcomeUnknown'
  | 'targetNotPublished'
  | 'duplicateContent'
  | 'duplicateContact'
  | 'duplicateChannel'
  | 'duplicatePostAutomation'
  | 'connectionDead'
  | 'analyticsUnavailable'
  | 'platformCapabilityMissing'
  | 'orgScopesDisabled'
  | 'providerOutcomeUnknown'
  | 'platformRejected'
  | 'platformObjectMissing'
  | 'platformThrottled'
  | 'platformUnavailable'
  | 'methodNotAllowed'
  | 'limitReached'
  | 'accountInOtherProfile'
  | 'connectNotCompleted'
  | 'connectSessionNotFound'
  | 'connectSessionExpired'
  | 'boardNotFound'
  | 'notConnected'
  | 'requestFailed'
  | 'webhookInactive'
  | 'deliveryInProgress'
  | 'deliveryExpired'
  | 'noRotationStaged'
  | 'requestTimeout'
  | 'uploadGone'
  | 'payloadTooLarge'
  | 'unsupportedEncoding'
  | 'rangeNotSatisfiable'
  | 'rateLimited'
  | 'oauthFailed'
  | 'unavailable'
  | 'held'
  | 'insufficientStorage'
  | 'internal';

type ErrorDetails = {
  /** A path such as `slots[0].time`, a query parameter, or null for the whole request. */
  param?: string | null;
  retryAfterSeconds?: number;
  allow?: readonly string[];
  platform?: string;
  platformCode?: string;
  platformError?: string;
  errorDescription?: string;
  payment?: PaymentDetails;
  issues?: readonly object[];
  /** Null when the key may not see the post. */
  existingPostId?: string | null;
  missingScopes?: readonly string[];
  dependency?: 'database' | 'storage';
  /** Set when a platform does not accept a message to a person now. */
  messageLimit?: { code: number; subcode: number; type: string; fbtraceId?: string };
  lastMessageReceivedAt?: string | null;
  /** Replayed from an earlier request with the same idempotency key. */
  isReplayed?: true;
};

export type PaymentDetails = {
  reason: 'freeTierExceeded' | 'freePostLimitExceeded';
  documentationUrl: string | null;
  dashboardUrl: string | null;
  details: Readonly<Record<string, string | number | boolean>>;
};

/** `message` is public; `cause` only goes to the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
