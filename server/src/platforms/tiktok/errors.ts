import type { Refusal, Unknown } from '../adapter.ts';
import type { TiktokError, TiktokFailure } from './client.ts';
import { draftScopes, scopes } from './scopes.ts';

type Meaning = (error: TiktokError) => Refusal;

/** No answer says how long to wait; the limits are those of a minute. */
export const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

const rejected: Meaning = ({ code, message }) => ({
  kind: 'rejected',
  code,
  message,
  platformError: `${code}: ${message}`,
});
const wait =
  (retryAfterMs: number): Meaning =>
  () => ({ kind: 'rateLimited', retryAfterMs });

/** What none of these fits leaves it open whether anything happened. */
const table: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    // Access tokens live a day: whether the connection is dead shows when they are refreshed.
    access_token_invalid: ({ message }) => ({ kind: 'disconnected', cause: 'tokenExpired', reason: message }),
    scope_not_authorized: () => ({ kind: 'scopeMissing', scopes: scopes.publish }),
    scope_permission_missed: () => ({ kind: 'scopeMissing', scopes: scopes.publish }),
    rate_limit_exceeded: wait(minuteMs),
    spam_risk_too_many_posts: wait(dayMs),
    spam_risk_too_many_pending_share: wait(dayMs),
    reached_active_user_cap: wait(dayMs),
    spam_risk_user_banned_from_posting: rejected,
    spam_risk: rejected,
    spam_risk_text: rejected,
    unaudited_client_can_only_post_to_private_accounts: rejected,
    url_ownership_unverified: rejected,
    privacy_level_option_mismatch: rejected,
    invalid_param: rejected,
    invalid_params: rejected,
    invalid_file_upload: rejected,
    app_version_check_failed: rejected,
  } satisfies Record<string, Meaning>),
);

/** As the host that takes videos says it, which has no words. */
export const throttled: Refusal = { kind: 'rateLimited', retryAfterMs: minuteMs };

/** Drafts need another scope than posts. */
export function forDraft<T extends { kind: string }>(refusal: T): T | Refusal {
  return refusal.kind === 'scopeMissing' ? { kind: 'scopeMissing', scopes: draftScopes } : refusal;
}

/** For what may be repeated: a refusal that no row knows speaks for itself. */
export function toStepRefusal(failure: TiktokFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (table.get(failure.error.code) ?? rejected)(failure.error);
}

export function toSendOutcome(failure: TiktokFailure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  return table.get(error.code)?.(error) ?? { kind: 'unknown', reason: `${error.code}: ${error.message}` };
}
