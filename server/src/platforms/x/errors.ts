import type { Refusal, Unknown } from '../adapter.ts';
import type { Problem, XFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (problem: Problem) => Refusal;

const rejected: Meaning = ({ status, type, detail }) => ({
  kind: 'rejected',
  code: type === '' || type === 'about:blank' ? String(status) : type,
  message: detail,
  platformError: `${status} ${detail}`,
});
const disconnected =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ detail }) => ({ kind: 'disconnected', cause, reason: detail });
const rateLimited: Meaning = ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs });

/** The first row that fits decides. What none fits leaves it open whether anything happened. */
const table: readonly { status: number; type?: RegExp; detail?: RegExp; meaning: Meaning }[] = [
  // Access tokens live two hours: whether the connection is dead shows when they are refreshed.
  { status: 401, meaning: disconnected('tokenExpired') },
  { status: 403, type: /unsupported-authentication/, meaning: disconnected('tokenDead') },
  // How X words a scope that the account did not grant: nothing but the status.
  { status: 403, detail: /^Forbidden$/, meaning: () => ({ kind: 'scopeMissing', scopes: scopes.publish }) },
  { status: 403, type: /client-forbidden/, meaning: () => ({ kind: 'scopeMissing', scopes: scopes.publish }) },
  { status: 403, type: /usage-capped/, meaning: rateLimited },
  // Credits of the operator are used up; no time is named.
  { status: 402, meaning: rateLimited },
  { status: 429, meaning: rateLimited },
  { status: 400, meaning: rejected },
  { status: 403, meaning: rejected },
  { status: 404, meaning: rejected },
  { status: 413, meaning: rejected },
];

function meaningOf({ status, type, detail }: Problem): Meaning | undefined {
  const row = table.find(
    (one) => one.status === status && (one.type?.test(type) ?? true) && (one.detail?.test(detail) ?? true),
  );
  return row?.meaning;
}

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal(failure: XFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.problem) ?? rejected)(failure.problem);
}

export function toSendOutcome(failure: XFailure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { problem } = failure;
  return meaningOf(problem)?.(problem) ?? { kind: 'unknown', reason: `${problem.status} ${problem.detail}` };
}
