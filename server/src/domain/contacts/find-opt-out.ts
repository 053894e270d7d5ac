import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectConsent } from './channel-store.ts';

type OptOut = 'contact_blocked' | 'contact_unsubscribed';

export async function findOptOut(
  ctx: Ctx,
  person: { accountId: string; platformIdentifier: string },
): Promise<OptOut | undefined> {
  const consent = await selectConsent(ctx.db, scopeOf(ctx.caller), person);
  if (consent === undefined) return undefined;
  if (consent.isBlocked) return 'contact_blocked';
  return consent.isSubscribed ? undefined : 'contact_unsubscribed';
}
