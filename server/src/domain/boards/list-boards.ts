import type { Board } from '../../schemas/board.ts';
import type { Ctx } from '../context.ts';
import { callForBoards } from './call-for-boards.ts';

export async function listBoards(ctx: Ctx, boardAccount: { platform: string; accountId: string }): Promise<Board[]> {
  return (await callForBoards(ctx, boardAccount, (boards, call) => boards.list(call))).boards;
}
