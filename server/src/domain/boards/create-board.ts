import type { Board, CreateBoard } from '../../schemas/board.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

export async function createBoard(
  ctx: Ctx,
  place: { platform: string; accountId: string },
  { name, description = '', privacy = 'PUBLIC' }: CreateBoard,
): Promise<Board> {
  const wanted = { name, description, privacy };
  return (await callForBoards(ctx, place, (boards, call) => boards.create(call, wanted))).board;
}
