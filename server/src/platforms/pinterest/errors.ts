import type { Refusal, Unknown } from '../adapter.ts';
import type { PinterestError, PinterestFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (error: PinterestError, needed: readonly string[]) => Refusal;

const rejected: Meaning = ({ code, message, status }) => ({
  kind: 'rejected',
  code,
  message,
  platformError: `${status} (${code}) ${message}`,
});

/** The first row that fits decides. What none fits leaves it open whether anything happened. */
const table: readonly { status: number; text?: RegExp; meaning: Meaning }[] = [
  // Whether the connection is dead shows when the token is refreshed.
  { status: 401, meaning: ({ message }) => ({ kind: 'disconnected', cause: 'tokenExpired', reason: message }) },
  { status: 403, meaning: (_, needed) => ({ kind: 'scopeMissing', scopes: needed }) },
  { status: 429, meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }) },
  // Worth another try: it fetches media itself.
  { status: 400, text: /unable to reach the url/i, meaning: ({ message }) => ({ kind: 'notDone', reason: message }) },
  { status: 400, meaning: rejected },
  { status: 404, meaning: rejected },
  { status: 409, meaning: rejected },
];

function meaningOf({ status, message }: PinterestError): Meaning | undefined {
  return table.find((row) => row.status === status && (row.text?.test(message) ?? true))?.meaning;
}

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal(failure: PinterestFailure, needed = scopes.publish): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.error) ?? rejected)(failure.error, needed);
}

export function toSendOutcome(failure: PinterestFailure, needed = scopes.publish): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  return meaningOf(error)?.(error, needed) ?? { kind: 'unknown', reason: `${error.status} ${error.message}` };
}
