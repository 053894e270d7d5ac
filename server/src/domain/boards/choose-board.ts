import { AppError } from '../../kernel/errors.ts';
import type { Account } from '../../schemas/account.ts';
import type { Board } from '../../schemas/board.ts';
import { setDefaultBoard } from '../accounts/change-account.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

type BoardAccount = { platform: string; accountId: string };

export async function chooseBoard(
  ctx: Ctx,
  boardAccount: BoardAccount,
  boardId: string,
): Promise<{ account: Account; board: Board }> {
  const result = await callForBoards(ctx, boardAccount, (boards, call) => boards.find(call, boardId));
  if (result.kind === 'missing') throw new AppError('boardNotFound', 'The board does not exist on this account');
  const { board } = result;
  return { account: await setDefaultBoard(ctx, boardAccount.accountId, board), board };
}
