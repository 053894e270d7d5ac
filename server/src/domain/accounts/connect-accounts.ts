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
import { missingScopes } from './account-fault.ts';
import { requireAccount } from './find-accounts.ts';
import { sealTokens } from './tokens/sealed-tokens.ts';
import { tokenColumns } from './tokens/token-life.ts';

type Input = { profileId: string; adapter: PlatformAdapter; isSandbox: boolean; remote: readonly RemoteAccount[] };

/** Throws if all accounts belong to other profiles. */
export async function connectAccounts(ctx: TxCtx, input: Input): Promise<StoredAccount[]> {
  const { adapter, isSandbox, remote, profileId } = input;
  await lockOwner(ctx);
  const known = await selectSameAccounts(ctx.db, scopeOf(ctx.caller), {
    platform: adapter.name,
    isSandbox,
    providerAccountIds: remote.map((one) => one.providerAccountId),
  });
  const knownOf = ({ providerAccountId }: RemoteAccount): AccountRow | undefined =>
    known.find((row) => row.providerAccountId === providerAccountId);
  const here = remote.filter((one) => (knownOf(one)?.profileId ?? profileId) === profileId);
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
    destination: { profileId, platform: adapter.name },
    added: here.filter((one) => knownOf(one) === undefined).length,
  });
  const rows: StoredAccount[] = [];
  for (const one of here) rows.push(await connectOne(ctx, input, { one, row: knownOf(one) }));
  return rows;
}

type Pair = { one: RemoteAccount; row: AccountRow | undefined };

async function connectOne(ctx: TxCtx, input: Input, { one, row }: Pair): Promise<StoredAccount> {
  const now = ctx.clock.now();
  const key = row ?? { id: ctx.ids.make('account'), ownerId: scopeOf(ctx.caller).ownerId };
  const missing = missingScopes(input.adapter, one.grantedScopes);
  const fault = missing.length === 0 ? null : ('scopeMissing' as const);
  const changes = {
    username: one.username === '' ? one.displayName : one.username,
    displayName: one.displayName,
    profileUrl: one.profileUrl ?? null,
    avatarUrl: one.avatarUrl ?? null,
    status: statusAfter(row, fault),
    fault,
    grantedScopes: [...one.grantedScopes],
    platformState: one.state,
    tokensSealed: one.tokens === null ? null : sealTokens(ctx.sealer, key, one.tokens),
    ...tokenColumns(one.tokens, now),
    tokenVersion: (row?.tokenVersion ?? 0) + 1,
    refreshClaim: null,
    refreshLeaseUntil: null,
    lastRefreshedAt: null,
    lastCheckedAt: now,
    connectedAt: now,
    ...backgroundTimes(input.adapter, { now, inboxPollMs: ctx.timing.inboxPollMs }),
    inboxRefreshedAt: null,
    inboxError: null,
    hasBoards: input.adapter.boards !== undefined,
  };
  if (row === undefined) await insertAccount(ctx.db, newRow(input, { ...key, one, now }, changes));
  else await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: row.id, changes });
  if (changes.subscribeAt !== null) ctx.wake('subscriptions');
  const stored = await requireAccount(ctx, key.id);
  await emitConnected(ctx, { stored, before: row, missing });
  return stored;
}

function backgroundTimes(
  { comments, events, followers, externalPosts, inbox }: PlatformAdapter,
  { now, inboxPollMs }: { now: Date; inboxPollMs: number },
) {
  return {
    inboxPollAt: inbox === undefined ? null : new Date(now.getTime() + inboxPollMs),
    commentsPollAt: comments === undefined ? null : now,
    subscribeAt: events === undefined ? null : now,
    followersDueAt: followers === undefined ? null : now,
    externalPostsDueAt: externalPosts === undefined ? null : now,
    externalPostsSyncedAt: null,
  };
}

/** Reconnecting does not enable a disabled account. */
function statusAfter(row: AccountRow | undefined, fault: AccountRow['fault']): AccountRow['status'] {
  if (row?.status === 'disabled') return 'disabled';
  return fault === null ? 'connected' : 'needsReauth';
}

type Changes = Omit<
  AccountRow,
  | 'defaultBoardId'
  | 'defaultBoardName'
  | 'id'
  | 'ownerId'
  | 'profileId'
  | 'platform'
  | 'isSandbox'
  | 'providerAccountId'
  | 'createdAt'
>;

function newRow(
  input: Input,
  { id, ownerId, one, now }: { id: string; ownerId: string; one: RemoteAccount; now: Date },
  changes: Changes,
): AccountRow {
  return {
    id,
    ownerId,
    profileId: input.profileId,
    platform: input.adapter.name,
    isSandbox: input.isSandbox,
    providerAccountId: one.providerAccountId,
    createdAt: now,
    defaultBoardId: null,
    defaultBoardName: null,
    ...changes,
  };
}

type News = { stored: StoredAccount; before: AccountRow | undefined; missing: string[] };

async function emitConnected(ctx: TxCtx, { stored, before, missing }: News): Promise<void> {
  const data = { account: accountView(stored), profileIds: [stored.profileId] };
  emit(ctx, { type: 'account.connected', resourceId: stored.id, data });
  if (stored.status !== 'needsReauth' || before?.status === 'needsReauth') return;
  const reason = 'The permission to publish was not granted: connect the account again and grant every permission';
  emit(ctx, {
    type: 'account.needs_reauth',
    resourceId: stored.id,
    data: { ...data, reason, missingScopes: missing },
  });
}
