import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { YoutubeCall } from './call.ts';
import type { GoogleError, GoogleFailure } from './client.ts';
import { scopes } from './scopes.ts';

type Context = { clock: YoutubeCall['clock']; scopes: readonly string[] };
type Meaning = (error: GoogleError, context: Context) => Refusal;

/** Google names no wait; short-term limits are per minute. */
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
  source: string;
};

const global = 'Google APIs: Standard error responses';
const core = 'YouTube Data API: Errors';

const table: readonly Row[] = [
  // Quotas and the switch that enables the API belong to the operator's project.
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
  { status: 401, meaning: disconnected('tokenExpired'), source: global },
  { status: 400, meaning: rejected, source: core },
  { status: 403, meaning: rejected, source: core },
  { status: 404, meaning: rejected, source: core },
];

function meaningOf({ status, reason }: GoogleError): Meaning | undefined {
  return table.find((row) => (row.status ?? status) === status && (row.reasons?.includes(reason) ?? true))?.meaning;
}

export function toStepRefusal(
  { clock }: Pick<YoutubeCall, 'clock'>,
  failure: GoogleFailure,
  needed: readonly string[] = scopes.publish,
): Refusal {
  const context = { clock, scopes: needed };
  return stepRefusal(failure, (error) => (meaningOf(error) ?? rejected)(error, context));
}

export function toSendOutcome(
  { clock }: Pick<YoutubeCall, 'clock'>,
  failure: GoogleFailure,
  needed: readonly string[] = scopes.publish,
): Refusal | Unknown {
  const context = { clock, scopes: needed };
  return sendOutcome(
    failure,
    (error) => meaningOf(error)?.(error, context) ?? unlistedError(`${error.status} ${error.message}`),
  );
}

const dayMs = 24 * 3_600_000;
const pacific = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Daily limits reset at midnight, Pacific time. Off by an hour when clocks change, which a retry absorbs. */
export function untilPacificMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(':').map(Number);
  return dayMs - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
