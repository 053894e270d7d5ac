import type { Missing, Refusal, Unknown } from '../../../src/platforms/adapter.ts';
import { sendOutcome, unlistedError } from '../../../src/platforms/shared/reply.ts';
import type { ParrotError, ParrotFailure } from './client.ts';

type Meaning = (error: ParrotError) => Refusal;

const dead =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });

const rejected: Meaning = ({ code, message }) => ({ kind: 'rejected', code, message, platformError: message });

const table: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    token_expired: dead('tokenExpired'),
    token_revoked: dead('tokenDead'),
    scope_missing: () => ({ kind: 'scopeMissing', scopes: ['squawk'] }),
    too_loud: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
    invalid: rejected,
    unknown_squawk: rejected,
    already_whispered: rejected,
  } satisfies Record<string, Meaning>),
);

export function toOutcome(failure: ParrotFailure): Refusal | Unknown {
  return sendOutcome(failure, (error) => {
    if (error.status >= 500) return { kind: 'unknown', reason: error.message };
    return table.get(error.code)?.(error) ?? unlistedError(error.message);
  });
}

/** Repeatable steps can retry an unknown outcome. */
export function toRefusal(failure: ParrotFailure): Refusal {
  const outcome = toOutcome(failure);
  return outcome.kind === 'unknown' ? { kind: 'notDone', reason: outcome.reason } : outcome;
}

export const isMissing = (failure: ParrotFailure): failure is ParrotFailure & { kind: 'error' } =>
  failure.kind === 'error' && failure.error.code === 'unknown_squawk';

export function toReadFailure(failure: ParrotFailure): Missing | Refusal {
  if (!isMissing(failure)) return toRefusal(failure);
  return { kind: 'missing', code: failure.error.code, platformError: failure.error.message };
}
