import type { AccountCall, Refusal, Unknown } from './call.ts';

export type Board = { id: string; name: string; description: string; privacy: string; pinCount?: number };

export type Boards = {
  list(call: AccountCall): Promise<{ kind: 'boards'; boards: Board[] } | Refusal>;
  create(call: AccountCall, wanted: NewBoard): Promise<{ kind: 'board'; board: Board } | Refusal | Unknown>;
  /** `missing`: there is no such board, or it is not the account's. */
  find(call: AccountCall, id: string): Promise<{ kind: 'board'; board: Board } | { kind: 'missing' } | Refusal>;
};

type NewBoard = Pick<Board, 'name' | 'description' | 'privacy'>;
