import { AppError } from '../../kernel/errors.ts';
import type { Account } from '../../schemas/account.ts';
import type { Board } from '../../schemas/board.ts';
import { setDefaultBoard } from '../accounts/set-default-board.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

type Place = { platform: string; accountId: string };

/** Where posts go that name no board. It must be there: the network is asked. */
export async function chooseBoard(
  ctx: Ctx,
  place: Place,
  boardId: string,
): Promise<{ account: Account; board: Board }> {
  const found = await callForBoards(ctx, place, (boards, call) => boards.find(call, boardId));
  if (found.kind === 'missing') throw new AppError('boardNotFound', 'The account has no such board');
  const { board } = found;
  return { account: await setDefaultBoard(ctx, place.accountId, board), board };
}
