import type { AccountCall, Call, Refusal, Unknown } from './call.ts';

export type Board = { id: string; name: string; description: string; privacy: string; pinCount?: number };

export type Boards<C extends Call = Call> = {
  list: (call: AccountCall<C>) => Promise<{ kind: 'boards'; boards: Board[] } | Refusal>;
  create: (call: AccountCall<C>, board: NewBoard) => Promise<{ kind: 'board'; board: Board } | Refusal | Unknown>;
  /** `missing`: the board does not exist or belongs to another account. */
  find: (call: AccountCall<C>, id: string) => Promise<{ kind: 'board'; board: Board } | { kind: 'missing' } | Refusal>;
};

type NewBoard = Pick<Board, 'name' | 'description' | 'privacy'>;
