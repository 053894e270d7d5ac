import type { FastifyReply } from 'fastify';
import type { AppError, ErrorCode } from '../../kernel/errors.ts';
import { helpLink } from './error-catalogue.ts';
import { errorStatus, errorTable, type ErrorStatuses } from './error-table.ts';

/** Marks the stored outcome of an earlier request with the same idempotency key. */
export const replayedHeader = 'Idempotent-Replayed';

const detailHeader = 'X-Error-Detail';
const explained: ReadonlySet<ErrorCode> = new Set([
  'jsonBodyRequired',
  'invalidJsonBody',
  'payloadTooLarge',
  'unsupportedEncoding',
]);

type ErrorOptions = { baseUrl: string; errorStatuses?: ErrorStatuses | undefined };

export function sendError(reply: FastifyReply, error: AppError, options: ErrorOptions): FastifyReply {
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  if (explained.has(error.code)) reply.header(detailHeader, printable(error.message));
  if (error.code === 'unauthorized') reply.header('WWW-Authenticate', challengeOf(error));
  if (error.details.isReplayed === true) reply.header(replayedHeader, 'true');
  reply.header('Link', helpLink(options.baseUrl, error.code));
  return reply
    .code(errorStatus(error.code, options.errorStatuses))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error)));
}

/** RFC 6750. The reason is in the header, because the body has a fixed text. */
function challengeOf({ message }: AppError): string {
  return `Bearer error_description="${printable(message).replaceAll(/["\\]/g, '?')}"`;
}

function printable(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?');
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
    case 'messaging':
      return messagingBody(error);
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

function messagingBody({ message, details }: AppError): object {
  const { platform = '', messageLimit, lastMessageReceivedAt = null } = details;
  return { error: message, code: 'PLATFORM_LIMITATION', platform, platformError: messageLimit, lastMessageReceivedAt };
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
