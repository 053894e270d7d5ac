import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { Connected, Refusal, Unknown } from '../adapter.ts';

/** A JSON object as a platform returned it. */
export type Json = Readonly<Record<string, unknown>>;

/** The result of one call to a platform: what it returned, or why there is nothing. `Details` describes its errors. */
export type Reply<Success extends object, Details> = ({ kind: 'ok' } & Success) | Failure<Details>;

export type Failure<Details> =
  /** The platform refused the request. */
  { kind: 'error'; error: Details } | Unanswered;

type Unanswered =
  /** No byte of the request was sent. */
  | { kind: 'notSent'; reason: string }
  /** No readable response: the request may have taken effect. `status` is set when a response arrived. */
  | { kind: 'lost'; reason: string; status?: number };

/** Clients call this before they read a response. */
export function unanswered(reply: Exclude<PlatformReply, { kind: 'response' }>): Unanswered {
  return reply.kind === 'notSent' ? reply : { kind: 'lost', reason: reply.reason };
}

/** For repeatable requests: without a response from the platform the step runs again. */
export function stepRefusal<Details>(failure: Failure<Details>, ofError: (error: Details) => Refusal): Refusal {
  return failure.kind === 'error' ? ofError(failure.error) : { kind: 'notDone', reason: failure.reason };
}

/**
 * For requests that publish: without a response the outcome is unknown, unless no byte was sent. An unknown outcome is
 * looked up, never sent again.
 */
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

/** An error that no row of a platform's table knows. */
export function unlistedError(reason: string): Unknown {
  return { kind: 'unknown', reason, isRefusal: true };
}

export type ConnectFailure = Exclude<Connected, { kind: 'accounts' }>;

/** While an account is connected: an error is definite unless it is temporary, such as a rate limit. */
export function connectFailure<Details>(
  failure: Failure<Details>,
  ofError: (error: Details) => { isTemporary: boolean; reason: string },
): ConnectFailure {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { isTemporary, reason } = ofError(failure.error);
  return { kind: isTemporary ? 'unavailable' : 'refused', reason };
}
