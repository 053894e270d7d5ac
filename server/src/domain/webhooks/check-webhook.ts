import { AppError } from '../../kernel/errors.ts';
import { checkOutboundUrl, UrlNotAllowed } from '../../kernel/outbound/url.ts';
import { requireAllProfiles } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { checkCustomHeaders, type CustomHeader } from './custom-headers.ts';

type Fields = { url?: string | undefined; customHeaders?: readonly CustomHeader[] | undefined };
type Access = { profileAccess: 'all_profiles' | 'selected_profiles'; profileIds: readonly string[] };

export function checkWebhookFields(ctx: Pick<Ctx, 'addresses'>, fields: Fields): void {
  if (fields.url !== undefined) checkUrl(ctx, fields.url);
  checkCustomHeaders(fields.customHeaders ?? []);
}

/** Whether access and profiles go together. */
export function checkWebhookAccess({ profileAccess, profileIds }: Access): void {
  const needsProfiles = profileAccess === 'selected_profiles';
  if (needsProfiles === (profileIds.length === 0)) {
    const message = needsProfiles
      ? 'profileAccess selected_profiles needs at least one profile id'
      : 'profileAccess all_profiles takes no profileIds: leave them out or set selected_profiles';
    throw new AppError('validation', message, { param: 'profileIds' });
  }
}

/** A limited key may only make what it can see afterwards. */
export async function checkWebhookScope(ctx: Ctx | TxCtx, { profileAccess, profileIds }: Access): Promise<void> {
  if (profileAccess === 'all_profiles') requireAllProfiles(ctx.caller);
  for (const profileId of new Set(profileIds)) await requireProfile(ctx, profileId);
}

function checkUrl(ctx: Pick<Ctx, 'addresses'>, url: string): void {
  try {
    checkOutboundUrl(url, ctx.addresses);
  } catch (error) {
    if (!(error instanceof UrlNotAllowed)) throw error;
    throw new AppError('urlNotAllowed', error.message, { param: 'url' });
  }
}
