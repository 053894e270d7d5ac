import type { Call, Refusal, Unknown } from '../adapter.ts';
import type { GoogleError, GoogleFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Place = { clock: Call['clock']; scopes: readonly string[] };
type Meaning = (error: GoogleError, place: Place) => Refusal;

/** No answer says how long; what is counted in a short time is counted by the minute. */
export const throttledMs = 60_000;

const rejected: Meaning = ({ status, reason, message }) => ({
  kind: 'rejected',
  code: reason === '' ? String(status) : reason,
  message,
  platformError: `${status} ${reason}: ${message}`,
});
/** Quotas are whole again at midnight, Pacific time. */
const tomorrow: Meaning = (_, { clock }) => ({ kind: 'rateLimited', retryAfterMs: untilPacificMidnight(clock.now()) });
const soon: Meaning = () => ({ kind: 'rateLimited', retryAfterMs: throttledMs });
const scopeMissing: Meaning = (_, { scopes }) => ({ kind: 'scopeMissing', scopes });

/** The first row that fits decides. What none fits leaves it open whether anything happened. */
const table: readonly { status?: number; reasons?: readonly string[]; meaning: Meaning }[] = [
  { reasons: ['quotaExceeded', 'dailyLimitExceeded', 'uploadLimitExceeded'], meaning: tomorrow },
  { reasons: ['rateLimitExceeded', 'userRateLimitExceeded'], meaning: soon },
  { status: 429, meaning: soon },
  { reasons: ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'], meaning: scopeMissing },
  { reasons: ['youtubeSignupRequired'], meaning: rejected },
  // Access tokens live an hour: whether the connection is dead shows when they are refreshed.
  { status: 401, meaning: ({ message }) => ({ kind: 'disconnected', cause: 'tokenExpired', reason: message }) },
  { status: 400, meaning: rejected },
  { status: 403, meaning: rejected },
  { status: 404, meaning: rejected },
];

function meaningOf({ status, reason }: GoogleError): Meaning | undefined {
  return table.find((row) => (row.status ?? status) === status && (row.reasons?.includes(reason) ?? true))?.meaning;
}

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal({ clock }: Pick<Call, 'clock'>, failure: GoogleFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.error) ?? rejected)(failure.error, { clock, scopes: scopes.publish });
}

export function toSendOutcome(
  { clock }: Pick<Call, 'clock'>,
  failure: GoogleFailure,
  needed = scopes.publish,
): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  const meaning = meaningOf(error);
  return meaning?.(error, { clock, scopes: needed }) ?? { kind: 'unknown', reason: `${error.status} ${error.message}` };
}

const dayMs = 24 * 3_600_000;
const pacific = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** An hour off on the two days on which clocks change, which another attempt mends. */
export function untilPacificMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(':').map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
