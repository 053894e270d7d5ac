import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
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
  source: string;
};

const description = 'Pinterest API v5: OpenAPI description';

const table: readonly Row[] = [
  {
    status: 403,
    code: '29',
    text: /trial access/i,
    meaning: final('appProblem'),
    source: 'Pinterest API: Access tiers',
  },
  { status: 401, code: '3', meaning: scopeMissing, source: description },
  {
    status: 401,
    meaning: ({ message }) => ({ kind: 'disconnected', cause: 'tokenExpired', reason: message }),
    source: description,
  },
  // A board of another account.
  { status: 403, code: '29', meaning: rejected, source: description },
  { status: 403, meaning: scopeMissing, source: description },
  {
    status: 429,
    meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }),
    source: 'Pinterest API: Rate limits',
  },
  // Pinterest fetches images itself, so a retry may succeed.
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

export function toStepRefusal(failure: PinterestFailure, needed: readonly string[] = scopes.publish): Refusal {
  return stepRefusal(failure, (error) => (meaningOf(error) ?? rejected)(error, needed));
}

export function toSendOutcome(
  failure: PinterestFailure,
  needed: readonly string[] = scopes.publish,
): Refusal | Unknown {
  return sendOutcome(
    failure,
    (error) => meaningOf(error)?.(error, needed) ?? unlistedError(`${error.status} ${error.message}`),
  );
}
