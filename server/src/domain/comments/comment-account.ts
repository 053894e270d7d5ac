import { AppError } from '../../kernel/errors.ts';
import type { AccountCall, Comments, Missing, Refusal, Unknown } from '../../platforms/adapter.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { accountFault } from '../accounts/account-fault.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';

export type CommentAccount = { account: StoredAccount; comments: Comments };

export async function requireCommentAccount(ctx: Ctx, accountId: string): Promise<CommentAccount> {
  const account = await requireAccount(ctx, accountId);
  const { comments, label } = platformOf(ctx, account.platform).adapter;
  if (comments !== undefined) return { account, comments };
  throw new AppError('platformUnsupported', `Herald cannot read or write comments on ${label}`, {
    platform: account.platform,
  });
}

/** Refuses a write before the platform is called. */
export async function requireCommentWriter(ctx: Ctx, accountId: string): Promise<CommentAccount> {
  const commentAccount = await requireCommentAccount(ctx, accountId);
  const { account } = commentAccount;
  const fault = accountFault(account, platformOf(ctx, account.platform).adapter.connect.scopes.comments);
  if (fault !== undefined) throw fault;
  return commentAccount;
}

type Failure = Missing | Refusal | Unknown;

export async function callForComments<Done extends { kind: string }>(
  ctx: Ctx,
  { account, comments }: CommentAccount,
  work: (comments: Comments, call: AccountCall) => Promise<Done | Failure>,
): Promise<Exclude<Done, Failure>> {
  const outcome = await callForAccount(ctx, account.id, (call) => work(comments, call));
  if (!isMissing(outcome)) return outcome as Exclude<Done, Failure>;
  throw commentMissing(account.platform, outcome);
}

function isMissing(outcome: { kind: string }): outcome is Missing {
  return outcome.kind === 'missing';
}

export function commentMissing(platform: string, { code, platformError }: Omit<Missing, 'kind'>): AppError {
  return new AppError(
    'platformObjectMissing',
    `The post or comment does not exist on ${platform}, or the account cannot see it`,
    { platform, platformCode: code, platformError },
  );
}
