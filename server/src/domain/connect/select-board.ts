import { AppError } from '../../kernel/errors.ts';
import type { Board, BoardSelected, SelectBoard } from '../../schemas/board.ts';
import { canSeeProfile, scopeOf } from '../access.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import { chooseBoard } from '../boards/choose-board.ts';
import { listBoards } from '../boards/list-boards.ts';
import type { Ctx } from '../context.ts';
import { checkRedirectUrl } from './check-redirect-url.ts';
import { sessionOf } from './use-session.ts';

/** Which boards the account has that a connection led to. */
export async function listSelectable(ctx: Ctx, platform: string, state: string): Promise<Board[]> {
  const { accountId } = await connectedBy(ctx, platform, state);
  return await listBoards(ctx, { platform, accountId });
}

/** May be done again until its time is over. */
export async function selectBoard(ctx: Ctx, platform: string, given: SelectBoard): Promise<BoardSelected> {
  if (given.redirectUrl !== undefined) checkRedirectUrl(ctx, given.redirectUrl);
  const { accountId, profileId } = await connectedBy(ctx, platform, given.state);
  const { account, board } = await chooseBoard(ctx, { platform, accountId }, given.boardId);
  const { label } = platformNamed(ctx, platform).adapter;
  const message = `${label} connected successfully with default board`;
  if (given.redirectUrl === undefined) return { message, account };
  const redirectUrl = new URL(given.redirectUrl);
  redirectUrl.searchParams.set('connected', platform);
  redirectUrl.searchParams.set('profileId', profileId);
  redirectUrl.searchParams.set('board', board.name);
  return { message, account, redirectUrl: redirectUrl.href };
}

/** Another user's connection answers like one that never was. */
async function connectedBy(
  ctx: Ctx,
  platform: string,
  state: string,
): Promise<{ accountId: string; profileId: string }> {
  const session = await sessionOf(ctx, { platform, state });
  const scope = scopeOf(ctx.caller);
  if (session?.owner_id !== scope.ownerId || !canSeeProfile(scope, session.profile_id)) {
    throw new AppError('connectSessionNotFound', 'There is no such connection');
  }
  const { status, isExpired, isSelectionOver } = session;
  if (isSelectionOver || (status === 'pending' && isExpired)) {
    throw new AppError(
      'connectSessionExpired',
      'The time for this has passed: choose the board of the account instead',
    );
  }
  const [accountId] = session.account_ids;
  if (status !== 'completed' || accountId === undefined) {
    throw new AppError('connectNotCompleted', 'The connection is not complete');
  }
  return { accountId, profileId: session.profile_id };
}
