import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { XError, XFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (error: XError) => Refusal;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ status, type, detail }) => ({
    kind,
    code: type === '' || type === 'about:blank' ? String(status) : type,
    message: detail,
    platformError: `${status} ${detail}`,
  });
const rejected = final('rejected');
const appProblem = final('appProblem');
const disconnected =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ detail }) => ({ kind: 'disconnected', cause, reason: detail });
const rateLimited: Meaning = ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs });
const scopeMissing: Meaning = () => ({ kind: 'scopeMissing', scopes: scopes.publish });
const preparationLost: Meaning = ({ detail }) => ({ kind: 'preparationLost', reason: detail });

type Row = {
  status: number;
  name?: RegExp;
  detail?: RegExp;
  meaning: Meaning;
  source: string;
};

const problems = 'X API: Response codes and errors';
const community = 'X developer community';

const table: readonly Row[] = [
  { status: 403, name: /^client-(not-enrolled|forbidden)$/, meaning: appProblem, source: problems },
  { status: 403, name: /^(oauth1-permissions|usage-capped)$/, meaning: appProblem, source: problems },
  { status: 402, meaning: appProblem, source: 'X API: Pricing (CreditsDepleted)' },
  { status: 429, name: /^(UsageCapExceeded|usage-capped)$/, meaning: appProblem, source: problems },
  { status: 401, meaning: disconnected('tokenExpired'), source: problems },
  { status: 403, name: /^unsupported-authentication$/, meaning: disconnected('tokenDead'), source: problems },
  { status: 403, detail: /account is suspended/i, meaning: disconnected('tokenDead'), source: community },
  // X reports a missing scope only by its status.
  { status: 403, detail: /^Forbidden$/, meaning: scopeMissing, source: community },
  { status: 429, meaning: rateLimited, source: 'X API: Rate limits' },
  { status: 400, detail: /media ids? (are|is) invalid/i, meaning: preparationLost, source: community },
  { status: 400, meaning: rejected, source: problems },
  // X also reports duplicates and spam as 403.
  { status: 403, meaning: rejected, source: problems },
  { status: 404, meaning: rejected, source: problems },
  { status: 413, meaning: rejected, source: 'X API: Media upload' },
];

function meaningOf({ status, names, detail }: XError): Meaning | undefined {
  const row = table.find(
    (row) =>
      row.status === status &&
      (row.name === undefined || names.some((name) => row.name?.test(name))) &&
      (row.detail?.test(detail) ?? true),
  );
  return row?.meaning;
}

export function toStepRefusal(failure: XFailure): Refusal {
  return stepRefusal(failure, (error) => (meaningOf(error) ?? rejected)(error));
}

export function toSendOutcome(failure: XFailure): Refusal | Unknown {
  return sendOutcome(failure, (error) => meaningOf(error)?.(error) ?? unlistedError(`${error.status} ${error.detail}`));
}
