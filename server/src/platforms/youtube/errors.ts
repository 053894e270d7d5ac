import type { Call, Refusal, Unknown } from '../adapter.ts';
import type { GoogleError, GoogleFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Place = { clock: Call['clock']; scopes: readonly string[] };
type Meaning = (error: GoogleError, place: Place) => Refusal;

/** No answer says how long; what is counted in a short time is counted by the minute. */
export const throttledMs = 60_000;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ status, reason, message }) => ({
    kind,
    code: reason === '' ? String(status) : reason,
    message,
    platformError: `${status} ${reason}: ${message}`,
  });
const rejected = final('rejected');
const disconnected =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });
const tomorrow: Meaning = (_, { clock }) => ({ kind: 'rateLimited', retryAfterMs: untilPacificMidnight(clock.now()) });
const soon: Meaning = () => ({ kind: 'rateLimited', retryAfterMs: throttledMs });
const scopeMissing: Meaning = (_, { scopes }) => ({ kind: 'scopeMissing', scopes });

type Row = {
  status?: number;
  reasons?: readonly string[];
  meaning: Meaning;
  /** Where the meaning is documented. */
  source: string;
};

const global = 'Google APIs: Standard error responses';
const core = 'YouTube Data API: Errors';

/** The first matching row decides; an error that none matches leaves it open whether anything was published. */
const table: readonly Row[] = [
  // Quotas are the project's, and a project without the API enabled can do nothing.
  { reasons: ['accessNotConfigured', 'SERVICE_DISABLED'], meaning: final('appProblem'), source: global },
  { reasons: ['quotaExceeded', 'dailyLimitExceeded'], meaning: final('appProblem'), source: core },
  { reasons: ['uploadLimitExceeded'], meaning: tomorrow, source: 'YouTube Data API: videos.insert' },
  { reasons: ['rateLimitExceeded', 'userRateLimitExceeded'], meaning: soon, source: global },
  { status: 429, meaning: soon, source: global },
  { reasons: ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'], meaning: scopeMissing, source: global },
  {
    reasons: ['authenticatedUserAccountSuspended', 'authenticatedUserAccountClosed', 'youtubeSignupRequired'],
    meaning: disconnected('tokenDead'),
    source: core,
  },
  // Access tokens live an hour: whether the connection is dead shows when they are refreshed.
  { status: 401, meaning: disconnected('tokenExpired'), source: global },
  { status: 400, meaning: rejected, source: core },
  { status: 403, meaning: rejected, source: core },
  { status: 404, meaning: rejected, source: core },
];

function meaningOf({ status, reason }: GoogleError): Meaning | undefined {
  return table.find((row) => (row.status ?? status) === status && (row.reasons?.includes(reason) ?? true))?.meaning;
}

/** For repeatable requests: an error that no row knows is a rejection in Google's own words. */
export function toStepRefusal({ clock }: Pick<Call, 'clock'>, failure: GoogleFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure.error) ?? rejected)(failure.error, { clock, scopes: scopes.publish });
}

export function toSendOutcome(
  { clock }: Pick<Call, 'clock'>,
  failure: GoogleFailure,
  needed: readonly string[] = scopes.publish,
): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  const meaning = meaningOf(error);
  if (meaning !== undefined) return meaning(error, { clock, scopes: needed });
  return { kind: 'unknown', reason: `${error.status} ${error.message}`, isRefusal: true };
}

const dayMs = 24 * 3_600_000;
const pacific = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Daily limits are reset at midnight, Pacific time. An hour off on the two days on which clocks change, which another attempt conversions. */
export function untilPacificMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(':').map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
