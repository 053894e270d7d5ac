import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { TiktokError, TiktokFailure } from './client.ts';
import { draftScopes, scopes } from './scopes.ts';

type Meaning = (error: TiktokError) => Refusal;

/** TikTok names no wait; its rate limits are per minute. */
export const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ code, message }) => ({ kind, code, message, platformError: `${code}: ${message}` });
const rejected = final('rejected');
const appProblem = final('appProblem');
const wait =
  (retryAfterMs: number): Meaning =>
  () => ({ kind: 'rateLimited', retryAfterMs });
const disconnected =
  (cause: 'tokenExpired' | 'authorizationRemoved'): Meaning =>
  ({ message: reason }) => ({ kind: 'disconnected', cause, reason });
const scopeMissing: Meaning = () => ({ kind: 'scopeMissing', scopes: scopes.publish });
const preparationLost: Meaning = ({ code }) => ({ kind: 'preparationLost', reason: code });

type Row = {
  codes: readonly string[];
  meaning: Meaning;
  source: string;
};

const api = 'TikTok API v2: Error handling';
const direct = 'Content Posting API: Direct Post reference';
const photos = 'Content Posting API: Photo post reference';

const table: readonly Row[] = [
  { codes: ['unaudited_client_can_only_post_to_private_accounts'], meaning: appProblem, source: direct },
  { codes: ['url_ownership_unverified'], meaning: appProblem, source: photos },
  { codes: ['access_token_invalid'], meaning: disconnected('tokenExpired'), source: api },
  { codes: ['scope_not_authorized', 'scope_permission_missed'], meaning: scopeMissing, source: api },
  { codes: ['rate_limit_exceeded'], meaning: wait(minuteMs), source: api },
  { codes: ['spam_risk_too_many_posts', 'reached_active_user_cap'], meaning: wait(dayMs), source: direct },
  { codes: ['spam_risk_user_banned_from_posting'], meaning: wait(dayMs), source: direct },
  {
    codes: ['spam_risk_too_many_pending_share'],
    meaning: wait(dayMs),
    source: 'Content Posting API: Upload reference',
  },
  { codes: ['spam_risk', 'spam_risk_text'], meaning: rejected, source: direct },
  { codes: ['privacy_level_option_mismatch'], meaning: rejected, source: direct },
  { codes: ['invalid_param', 'invalid_params', 'invalid_file_upload'], meaning: rejected, source: api },
  { codes: ['app_version_check_failed'], meaning: rejected, source: photos },
];

/** A request that publishes may have succeeded. */
const transientCodes = ['internal_error', 'internal'];

/** For posts that TikTok accepted; a reason without a row concerns the file. */
const failReasons: readonly Row[] = [
  { codes: ['auth_removed'], meaning: disconnected('authorizationRemoved'), source: 'Content Posting API: Get status' },
  {
    codes: ['spam_risk_too_many_posts', 'spam_risk_user_banned_from_posting'],
    meaning: wait(dayMs),
    source: 'Content Posting API: Get status',
  },
  { codes: ['internal'], meaning: preparationLost, source: 'Content Posting API: Get status' },
];

function meaningOf(rows: readonly Row[], code: string): Meaning | undefined {
  return rows.find(({ codes }) => codes.includes(code))?.meaning;
}

export function toFailedRefusal(failReason: string): Refusal {
  const code = failReason === '' ? 'FAILED' : failReason;
  const meaning = meaningOf(failReasons, code) ?? rejected;
  return meaning({ status: 200, code, message: `TikTok did not accept the post: ${code}` });
}

/** The upload host discards an upload after an hour; nothing was published from it. */
export const uploadExpired: Refusal = { kind: 'preparationLost', reason: 'the upload URL has expired' };

export const throttled: Refusal = { kind: 'rateLimited', retryAfterMs: minuteMs };

/** Drafts need another scope than posts. */
export function forDraft<T extends { kind: string }>(refusal: T): T | Refusal {
  return refusal.kind === 'scopeMissing' ? { kind: 'scopeMissing', scopes: draftScopes } : refusal;
}

export function toStepRefusal(failure: TiktokFailure): Refusal {
  return stepRefusal(failure, (error) => {
    if (transientCodes.includes(error.code)) return { kind: 'notDone', reason: error.message };
    return (meaningOf(table, error.code) ?? rejected)(error);
  });
}

export function toReadRefusal(failure: TiktokFailure, needed: readonly string[]): Refusal {
  const refusal = toStepRefusal(failure);
  return refusal.kind === 'scopeMissing' ? { kind: 'scopeMissing', scopes: needed } : refusal;
}

export function toSendOutcome(failure: TiktokFailure): Refusal | Unknown {
  return sendOutcome(failure, (error) => {
    const meaning = meaningOf(table, error.code);
    if (meaning !== undefined) return meaning(error);
    const reason = `${error.code}: ${error.message}`;
    return transientCodes.includes(error.code) ? { kind: 'unknown', reason } : unlistedError(reason);
  });
}
