import type { Board } from '../../schemas/board.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

export async function listBoards(ctx: Ctx, place: { platform: string; accountId: string }): Promise<Board[]> {
  return (await callForBoards(ctx, place, (boards, call) => boards.list(call))).boards;
}
