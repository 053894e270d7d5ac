import type { Board, CreateBoard } from '../../schemas/board.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

export async function createBoard(
  ctx: Ctx,
  boardAccount: { platform: string; accountId: string },
  { name, description = '', privacy = 'PUBLIC' }: CreateBoard,
): Promise<Board> {
  const newBoard = { name, description, privacy };
  return (await callForBoards(ctx, boardAccount, (boards, call) => boards.create(call, newBoard))).board;
}
