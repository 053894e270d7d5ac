import { AppError } from '../../kernel/errors.ts';
import { listAccounts } from '../accounts/list-accounts.ts';
import type { SystemCtx } from '../context.ts';
import { listProfiles } from '../profiles/list-profiles.ts';
import { asOwner } from '../users/as-owner.ts';
import { startConnect } from './start-connect.ts';

/** A sandbox connection to print at startup while no account is connected. */
export async function sampleConnectLink(ctx: SystemCtx): Promise<{ label: string; url: string } | undefined> {
  const platform = ctx.platforms.list().find(({ adapter }) => adapter.connect.kind === 'oauth');
  if (platform?.hasSandbox !== true) return undefined;
  try {
    const owned = await asOwner(ctx, undefined);
    const { accounts } = await listAccounts(owned, {});
    const profile = (await listProfiles(owned)).find(({ isDefault }) => isDefault);
    if (accounts.length > 0 || profile === undefined) return undefined;
    const query = { profileId: profile._id, sandbox: true };
    const { authUrl } = await startConnect(owned, platform.adapter.name, query);
    return { label: platform.adapter.label, url: authUrl };
  } catch (error) {
    // With several users, the owner of the account would be ambiguous.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
