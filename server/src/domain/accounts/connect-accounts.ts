import type { AccountRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PlatformAdapter, RemoteAccount } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import type { StoredAccount } from './account.ts';
import { insertAccount, selectSameAccounts, updateAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { checkAccountLimit } from './check-account-limit.ts';
import { missingScopes } from './missing-scopes.ts';
import { requireAccount } from './require-account.ts';
import { sealTokens } from './tokens/sealed-tokens.ts';
import { tokenColumns } from './tokens/token-life.ts';

type Input = { profileId: string; adapter: PlatformAdapter; isSandbox: boolean; remote: readonly RemoteAccount[] };

/** New ones, and known ones again: those keep their id. Of several, those of another profile are left out. */
export async function connectAccounts(ctx: TxCtx, input: Input): Promise<StoredAccount[]> {
  const { adapter, isSandbox, remote, profileId } = input;
  await lockOwner(ctx);
  const known = await selectSameAccounts(ctx.db, scopeOf(ctx.caller), {
    platform: adapter.name,
    isSandbox,
    providerAccountIds: remote.map((one) => one.providerAccountId),
  });
  const knownOf = ({ providerAccountId }: RemoteAccount): AccountRow | undefined =>
    known.find((row) => row.provider_account_id === providerAccountId);
  const here = remote.filter((one) => (knownOf(one)?.profile_id ?? profileId) === profileId);
  if (here.length === 0) {
    throw new AppError(
      'accountInOtherProfile',
      'This account is connected in another profile: disconnect it there first',
      {
        platform: adapter.name,
      },
    );
  }
  await checkAccountLimit(ctx, {
    place: { profileId, platform: adapter.name },
    added: here.filter((one) => knownOf(one) === undefined).length,
  });
  const rows: StoredAccount[] = [];
  for (const one of here) rows.push(await connectOne(ctx, input, { one, row: knownOf(one) }));
  return rows;
}

type Pair = { one: RemoteAccount; row: AccountRow | undefined };

async function connectOne(ctx: TxCtx, input: Input, { one, row }: Pair): Promise<StoredAccount> {
  const now = ctx.clock.now();
  const key = row ?? { id: ctx.ids.make('account'), owner_id: scopeOf(ctx.caller).ownerId };
  const missing = missingScopes(input.adapter, one.grantedScopes);
  const fault = missing.length === 0 ? null : ('scopeMissing' as const);
  const changes = {
    username: one.username === '' ? one.displayName : one.username,
    display_name: one.displayName,
    profile_url: one.profileUrl ?? null,
    avatar_url: one.avatarUrl ?? null,
    status: statusAfter(row, fault),
    fault,
    granted_scopes: [...one.grantedScopes],
    platform_state: one.state,
    tokens_sealed: one.tokens === null ? null : sealTokens(ctx.sealer, key, one.tokens),
    ...tokenColumns(one.tokens, now),
    token_version: (row?.token_version ?? 0) + 1,
    refresh_claim: null,
    refresh_lease_until: null,
    last_refreshed_at: null,
    last_checked_at: now,
    connected_at: now,
    has_boards: input.adapter.boards !== undefined,
  };
  if (row === undefined) await insertAccount(ctx.db, newRow(input, { ...key, one, now }, changes));
  else await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: row.id, changes });
  const stored = await requireAccount(ctx, key.id);
  await tell(ctx, { stored, before: row, missing });
  return stored;
}

/** An operator who switched an account off is not overruled by whoever connects it again. */
function statusAfter(row: AccountRow | undefined, fault: AccountRow['fault']): AccountRow['status'] {
  if (row?.status === 'disabled') return 'disabled';
  return fault === null ? 'connected' : 'needsReauth';
}

type Changes = Omit<
  AccountRow,
  | 'default_board_id'
  | 'default_board_name'
  | 'id'
  | 'owner_id'
  | 'profile_id'
  | 'platform'
  | 'is_sandbox'
  | 'provider_account_id'
  | 'created_at'
>;

function newRow(
  input: Input,
  { id, owner_id, one, now }: { id: string; owner_id: string; one: RemoteAccount; now: Date },
  changes: Changes,
): AccountRow {
  return {
    id,
    owner_id,
    profile_id: input.profileId,
    platform: input.adapter.name,
    is_sandbox: input.isSandbox,
    provider_account_id: one.providerAccountId,
    created_at: now,
    default_board_id: null,
    default_board_name: null,
    ...changes,
  };
}

type News = { stored: StoredAccount; before: AccountRow | undefined; missing: string[] };

async function tell(ctx: TxCtx, { stored, before, missing }: News): Promise<void> {
  const data = { account: accountView(stored), profileIds: [stored.profile_id] };
  await emit(ctx, { type: 'account.connected', resourceId: stored.id, data });
  if (stored.status !== 'needsReauth' || before?.status === 'needsReauth') return;
  const reason = 'Publishing was not permitted: connect the account again and grant every permission';
  await emit(ctx, {
    type: 'account.needs_reauth',
    resourceId: stored.id,
    data: { ...data, reason, missingScopes: missing },
  });
}
