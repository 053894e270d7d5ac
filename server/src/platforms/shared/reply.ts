import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { Connected, Refusal, Unknown } from '../adapter.ts';

export type Json = Readonly<Record<string, unknown>>;

export type Reply<Success extends object, Details> = ({ kind: 'ok' } & Success) | Failure<Details>;

export type Failure<Details> = { kind: 'error'; error: Details } | Unanswered;

type Unanswered =
  /** No byte was sent. */
  | { kind: 'notSent'; reason: string }
  /** The request may have taken effect. `status` is set when a response arrived. */
  | { kind: 'lost'; reason: string; status?: number };

export function unanswered(reply: Exclude<PlatformReply, { kind: 'response' }>): Unanswered {
  return reply.kind === 'notSent' ? reply : { kind: 'lost', reason: reply.reason };
}

export function stepRefusal<Details>(failure: Failure<Details>, ofError: (error: Details) => Refusal): Refusal {
  return failure.kind === 'error' ? ofError(failure.error) : { kind: 'notDone', reason: failure.reason };
}

/** For requests that publish. An unknown outcome is looked up, never sent again. */
export function sendOutcome<Details>(
  failure: Failure<Details>,
  ofError: (error: Details) => Refusal | Unknown,
): Refusal | Unknown {
  switch (failure.kind) {
    case 'error':
      return ofError(failure.error);
    case 'notSent':
      return { kind: 'notDone', reason: failure.reason };
    case 'lost':
      return { kind: 'unknown', reason: failure.reason };
  }
}

export function unlistedError(reason: string): Unknown {
  return { kind: 'unknown', reason, isRefusal: true };
}

export type ConnectFailure = Exclude<Connected, { kind: 'accounts' }>;

/** An error is definite unless it is temporary, such as a rate limit. */
export function connectFailure<Details>(
  failure: Failure<Details>,
  ofError: (error: Details) => { isTemporary: boolean; reason: string },
): ConnectFailure {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { isTemporary, reason } = ofError(failure.error);
  return { kind: isTemporary ? 'unavailable' : 'refused', reason };
}
