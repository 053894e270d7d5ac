import { AppError } from '../../kernel/errors.ts';
import type { Board, BoardSelected, SelectBoard } from '../../schemas/board.ts';
import { canSeeProfile, scopeOf } from '../access.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import { chooseBoard } from '../boards/choose-board.ts';
import { listBoards } from '../boards/list-boards.ts';
import type { Ctx } from '../context.ts';
import { checkRedirectUrl } from './check-redirect-url.ts';
import { sessionOf } from './use-session.ts';

export async function listSelectable(ctx: Ctx, platform: string, state: string): Promise<Board[]> {
  const { accountId } = await connectedBy(ctx, platform, state);
  return await listBoards(ctx, { platform, accountId });
}

/** Repeatable until the selection expires. */
export async function selectBoard(ctx: Ctx, platform: string, input: SelectBoard): Promise<BoardSelected> {
  if (input.redirectUrl !== undefined) checkRedirectUrl(ctx, input.redirectUrl);
  const { accountId, profileId } = await connectedBy(ctx, platform, input.state);
  const { account, board } = await chooseBoard(ctx, { platform, accountId }, input.boardId);
  const { label } = platformNamed(ctx, platform).adapter;
  const message = `${label} connected successfully with default board`;
  if (input.redirectUrl === undefined) return { message, account };
  const redirectUrl = new URL(input.redirectUrl);
  redirectUrl.searchParams.set('connected', platform);
  redirectUrl.searchParams.set('profileId', profileId);
  redirectUrl.searchParams.set('board', board.name);
  return { message, account, redirectUrl: redirectUrl.href };
}

/** Reports connections of others as unknown. */
async function connectedBy(
  ctx: Ctx,
  platform: string,
  state: string,
): Promise<{ accountId: string; profileId: string }> {
  const session = await sessionOf(ctx, { platform, state });
  const scope = scopeOf(ctx.caller);
  if (session?.ownerId !== scope.ownerId || !canSeeProfile(scope, session.profileId)) {
    throw new AppError('connectSessionNotFound', 'The connection does not exist');
  }
  const { status, isExpired, isSelectionOver } = session;
  if (isSelectionOver || (status === 'pending' && isExpired)) {
    throw new AppError(
      'connectSessionExpired',
      'This connection has expired: choose the default board of the account instead',
    );
  }
  const [accountId] = session.accountIds;
  if (status !== 'completed' || accountId === undefined) {
    throw new AppError('connectNotCompleted', 'The connection is not complete yet');
  }
  return { accountId, profileId: session.profileId };
}
