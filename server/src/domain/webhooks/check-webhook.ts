import { AppError } from '../../kernel/errors.ts';
import { requireAllProfiles } from '../access.ts';
import { checkUrl } from '../check-url.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { checkCustomHeaders, type CustomHeader } from './custom-headers.ts';

type Fields = { url?: string | undefined; customHeaders?: readonly CustomHeader[] | undefined };
type Access = { profileAccess: 'all_profiles' | 'selected_profiles'; profileIds: readonly string[] };

export function checkWebhookFields(ctx: Pick<Ctx, 'addresses'>, fields: Fields): void {
  if (fields.url !== undefined) checkUrl(ctx, { url: fields.url, param: 'url' });
  checkCustomHeaders(fields.customHeaders ?? []);
}

export function checkWebhookAccess({ profileAccess, profileIds }: Access): void {
  const needsProfiles = profileAccess === 'selected_profiles';
  if (needsProfiles === (profileIds.length === 0)) {
    const message = needsProfiles
      ? 'profileIds must name at least one profile when profileAccess is selected_profiles'
      : 'profileIds must be empty when profileAccess is all_profiles: remove them or set selected_profiles';
    throw new AppError('validation', message, { param: 'profileIds' });
  }
}

/** A key limited to profiles may only create endpoints that it can see. */
export async function checkWebhookScope(ctx: Ctx | TxCtx, { profileAccess, profileIds }: Access): Promise<void> {
  if (profileAccess === 'all_profiles') requireAllProfiles(ctx.caller);
  for (const profileId of new Set(profileIds)) await requireProfile(ctx, profileId);
}
