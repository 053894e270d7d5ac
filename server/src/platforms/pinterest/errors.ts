import type { Refusal, Unknown } from '../adapter.ts';
import type { PinterestError, PinterestFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (error: PinterestError, needed: readonly string[]) => Refusal;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ code, message, status }) => ({ kind, code, message, platformError: `${status} (${code}) ${message}` });
const rejected = final('rejected');
const scopeMissing: Meaning = (_, needed) => ({ kind: 'scopeMissing', scopes: needed });
const notDone: Meaning = ({ message }) => ({ kind: 'notDone', reason: message });

type Row = {
  status: number;
  code?: string;
  text?: RegExp;
  meaning: Meaning;
  /** Where the meaning is documented. */
  source: string;
};

const description = 'Pinterest API v5: OpenAPI description';

/** The first matching row decides; an error that none matches leaves it open whether anything was published. */
const table: readonly Row[] = [
  {
    status: 403,
    code: '29',
    text: /trial access/i,
    meaning: final('appProblem'),
    source: 'Pinterest API: Access tiers',
  },
  { status: 401, code: '3', meaning: scopeMissing, source: description },
  // Whether the connection is dead shows when the token is refreshed.
  {
    status: 401,
    meaning: ({ message }) => ({ kind: 'disconnected', cause: 'tokenExpired', reason: message }),
    source: description,
  },
  // A board that belongs to somebody else.
  { status: 403, code: '29', meaning: rejected, source: description },
  { status: 403, meaning: scopeMissing, source: description },
  {
    status: 429,
    meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
    source: 'Pinterest API: Rate limits',
  },
  // Pinterest fetches images itself: another try may succeed.
  { status: 400, code: '235', meaning: notDone, source: description },
  { status: 400, text: /unable to reach the url/i, meaning: notDone, source: description },
  { status: 400, meaning: rejected, source: description },
  { status: 404, meaning: rejected, source: description },
  { status: 409, meaning: rejected, source: description },
];

function meaningOf({ status, code, message }: PinterestError): Meaning | undefined {
  return table.find((row) => row.status === status && (row.code ?? code) === code && (row.text?.test(message) ?? true))
    ?.meaning;
}

/** For repeatable requests: an error that no row knows is a rejection in Pinterest's own words. */
export function toStepRefusal(failure: PinterestFailure, needed: readonly string[] = scopes.publish): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.error) ?? rejected)(failure.error, needed);
}

export function toSendOutcome(
  failure: PinterestFailure,
  needed: readonly string[] = scopes.publish,
): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  const meaning = meaningOf(error);
  if (meaning !== undefined) return meaning(error, needed);
  return { kind: 'unknown', reason: `${error.status} ${error.message}`, isRefusal: true };
}
