import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { findAccountsBy } from '../accounts/list-accounts.ts';
import { revokeToken } from '../accounts/tokens/revoke-token.ts';
import type { Ctx, SystemCtx } from '../context.ts';
import { deleteFile } from '../media/space/delete-file.ts';
import { disconnectAccount } from '../posts/account-targets.ts';
import { asOwner } from './as-owner.ts';
import {
  countContents,
  deleteAccess,
  deleteBatch,
  deleteUserRow,
  isPublishing,
  largeTables,
  selectMediaKeys,
  selectRevocationIds,
  type UserContents,
} from './user-deletion-store.ts';

export async function reviewDeletion(systemCtx: SystemCtx, userId: string): Promise<UserContents> {
  const { db, caller } = await asOwner(systemCtx, userId);
  await refuseWhilePublishing({ db, caller });
  return await countContents(db, scopeOf(caller));
}

type DeletedUser = { tokensLeft: number };

/**
 * Deletes in small transactions, keys first, so that nothing new is created. After an interruption, the next call continues.
 * Live posts stay on the platforms.
 */
export async function deleteUser(
  systemCtx: SystemCtx,
  userId: string,
  onProgress: (text: string) => void,
): Promise<DeletedUser> {
  const ctx = await asOwner(systemCtx, userId);
  const scope = scopeOf(ctx.caller);
  await refuseWhilePublishing(ctx);
  await deleteAccess(ctx.db, scope);
  const tokensLeft = await leavePlatforms(ctx, onProgress);
  // A post may have become due before its account was disconnected.
  await refuseWhilePublishing(ctx);
  for (const table of largeTables) await deleteRows(ctx, table, onProgress);
  await deleteFiles(ctx, onProgress);
  await deleteUserRow(ctx.db, scope);
  return { tokensLeft };
}

async function refuseWhilePublishing({ db, caller }: Pick<Ctx, 'db' | 'caller'>): Promise<void> {
  if (!(await isPublishing(db, scopeOf(caller)))) return;
  throw new AppError(
    'post_publish_in_progress',
    'A post of this user is being published. Wait until it has ended, then delete the user.',
  );
}

async function leavePlatforms(ctx: Ctx, onProgress: (text: string) => void): Promise<number> {
  const accounts = await findAccountsBy(ctx, {});
  const scope = scopeOf(ctx.caller);
  for (const { id } of accounts) await disconnectAccount(ctx, id);
  if (accounts.length > 0) onProgress(`accounts: ${accounts.length} disconnected`);
  for (const id of await selectRevocationIds(ctx.db, scope)) await revokeToken(ctx, id);
  return (await selectRevocationIds(ctx.db, scope)).length;
}

async function deleteRows(
  { db, caller }: Ctx,
  table: (typeof largeTables)[number],
  onProgress: (text: string) => void,
): Promise<void> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(db, table, scopeOf(caller));
    if (count === 0) return;
    deleted += count;
    onProgress(`${table}: ${deleted} rows deleted`);
  }
}

async function deleteFiles(ctx: Ctx, onProgress: (text: string) => void): Promise<void> {
  let deleted = 0;
  for (;;) {
    const keys = await selectMediaKeys(ctx.db, scopeOf(ctx.caller));
    if (keys.length === 0) return;
    for (const key of keys) await deleteFile(ctx, key);
    deleted += keys.length;
    onProgress(`media: ${deleted} files deleted`);
  }
}
