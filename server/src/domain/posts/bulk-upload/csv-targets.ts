import type { StoredAccount } from '../../accounts/account.ts';
import { listUsable } from '../../accounts/find-accounts.ts';
import type { Ctx } from '../../context.ts';
import { listProfiles } from '../../profiles/list-profiles.ts';

export type CsvTargets = {
  profiles: readonly { _id: string; name: string }[];
  accounts: ReadonlyMap<string, StoredAccount>;
};

export async function loadCsvTargets(ctx: Ctx): Promise<CsvTargets> {
  const profiles = await listProfiles(ctx);
  const accounts = await listUsable(ctx);
  return { profiles, accounts: new Map(accounts.map((account) => [account.id, account])) };
}
