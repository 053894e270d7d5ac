import type { Refusal, Unknown } from '../adapter.ts';
import type { Failure, Fault } from './client.ts';
import { scopes } from './scopes.ts';

type Meaning = (fault: Fault) => Refusal;

const rejected: Meaning = ({ status, code, message }) => ({
  kind: 'rejected',
  code: code === '' ? String(status) : code,
  message,
  platformError: `${status} ${message}`,
});
const disconnected =
  (cause: 'tokenExpired' | 'tokenDead' | 'authorizationRemoved'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });

/** The first row that fits decides. What none fits leaves it open whether anything happened. */
const table: readonly { status: number; serviceCode?: number; code?: RegExp; meaning: Meaning }[] = [
  { status: 401, serviceCode: 65_600, meaning: disconnected('tokenDead') },
  { status: 401, serviceCode: 65_601, meaning: disconnected('authorizationRemoved') },
  // Whether there is more to it shows when the token is refreshed.
  { status: 401, meaning: disconnected('tokenExpired') },
  { status: 403, code: /^ACCESS_DENIED$/, meaning: () => ({ kind: 'scopeMissing', scopes: scopes.publish }) },
  { status: 429, meaning: ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs }) },
  ...[400, 422].map((status) => ({
    status,
    code: /^MEDIA_ASSET_(PROCESSING|WAITING_UPLOAD)$/,
    meaning: ({ message }: Fault): Refusal => ({ kind: 'notDone', reason: message }),
  })),
  // 409 and 422 are said of what was posted before too; 426 of a version that has ended.
  ...[400, 403, 404, 405, 409, 413, 415, 422, 426].map((status) => ({ status, meaning: rejected })),
];

function meaningOf({ status, serviceCode, code }: Fault): Meaning | undefined {
  const row = table.find(
    (one) =>
      one.status === status &&
      (one.serviceCode === undefined || one.serviceCode === serviceCode) &&
      (one.code?.test(code) ?? true),
  );
  return row?.meaning;
}

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal(failure: Failure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.fault) ?? rejected)(failure.fault);
}

export function toSendOutcome(failure: Failure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { fault } = failure;
  return meaningOf(fault)?.(fault) ?? { kind: 'unknown', reason: `${fault.status} ${fault.message}` };
}

export function reasonOf(failure: Failure): string {
  return failure.kind === 'error' ? `${failure.fault.status} ${failure.fault.message}` : failure.reason;
}
