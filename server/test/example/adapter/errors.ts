import type { Refusal, Unknown } from '../../../src/platforms/adapter.ts';
import type { ParrotReply } from './client.ts';

export type Failure = Exclude<ParrotReply, { kind: 'ok' }>;
type Meaning = (failure: Extract<Failure, { kind: 'error' }>) => Refusal;

const dead =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });

const table: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    token_expired: dead('tokenExpired'),
    token_revoked: dead('tokenDead'),
    scope_missing: () => ({ kind: 'scopeMissing', scopes: ['squawk'] }),
    too_loud: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
    invalid: ({ code, message }) => ({ kind: 'rejected', code, message, platformError: message }),
  } satisfies Record<string, Meaning>),
);

export function toOutcome(failure: Failure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  if (failure.status >= 500) return { kind: 'unknown', reason: failure.message };
  return table.get(failure.code)?.(failure) ?? { kind: 'unknown', reason: failure.message, isRefusal: true };
}

/** Of steps that may be repeated: what is not known to have happened simply happens again. */
export function toRefusal(failure: Failure): Refusal {
  const outcome = toOutcome(failure);
  return outcome.kind === 'unknown' ? { kind: 'notDone', reason: outcome.reason } : outcome;
}
