/**
 * Everything that can go wrong in a way the caller is told about. The list is closed: `http/error-response.ts`
 * gives each code its status and JSON shape, and does not compile while one is missing.
 */
export type ErrorCode =
  | 'jsonBodyRequired'
  | 'invalidJsonBody'
  | 'invalidCursor'
  | 'validation'
  | 'unsupported'
  | 'mediaUnavailable'
  | 'urlNotAllowed'
  | 'platformUnsupported'
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
  | 'requestIdTaken'
  | 'post_publish_in_progress'
  | 'postNotRetryable'
  | 'outcomeUnknown'
  | 'targetNotPublished'
  | 'duplicateContent'
  | 'connectionDead'
  | 'platformCapabilityMissing'
  | 'orgScopesDisabled'
  | 'providerOutcomeUnknown'
  | 'platformRejected'
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
  /** Where the fault lies: a path such as `slots[0].time`, a query name, or null for the whole. */
  param?: string | null;
  retryAfterSeconds?: number;
  allow?: readonly string[];
  platform?: string;
  /** What the platform calls the fault. */
  platformCode?: string;
  platformError?: string;
  /** What the platform itself said. */
  errorDescription?: string;
  payment?: PaymentDetails;
  /** Which rules a post breaks. */
  issues?: readonly object[];
  /** The post that says the same; null when the key may not see it. */
  existingPostId?: string | null;
  missingScopes?: readonly string[];
  /** What is unavailable. */
  dependency?: 'database' | 'storage';
};

/** What a plan does not include, and where its user reads on. */
export type PaymentDetails = {
  reason: 'freeTierExceeded' | 'freePostLimitExceeded';
  documentationUrl: string | null;
  dashboardUrl: string | null;
  details: Readonly<Record<string, string | number | boolean>>;
};

/** `message` is public text for humans; `cause` stays in the log. */
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
