import type { Call } from '../../core/platform.ts';
import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import type { Person } from './persons.ts';
import { publicationsOf } from './publications.ts';

export function checkSpam(call: Call, person: Person, isDraft: boolean): void {
  if (person.isBanned) {
    refuse(call, {
      status: 403,
      code: 'spam_risk_user_banned_from_posting',
      message: 'The user is banned from making new posts.',
    });
  }
  const since = call.clock.now() - limits.dayMs;
  const count = publicationsOf(call.store, person.openId).filter(
    (each) => each.isDraft === isDraft && each.isNative !== true && each.createdAt > since,
  ).length;
  const limit = isDraft ? person.pendingSharesPerDay : person.postsPerDay;
  if (limit === 0 || count < limit) return;
  refuse(
    call,
    isDraft
      ? {
          status: 403,
          code: 'spam_risk_too_many_pending_share',
          message: 'There may be at most 5 pending shares within any 24-hour period.',
        }
      : {
          status: 403,
          code: 'spam_risk_too_many_posts',
          message: 'The daily post cap from the API is reached for the current user.',
        },
  );
}
