import { chooseBoard } from '../../../domain/boards/choose-board.ts';
import { createBoard } from '../../../domain/boards/create-board.ts';
import { listBoards } from '../../../domain/boards/list-boards.ts';
import { listSelectable, selectBoard } from '../../../domain/connect/select-board.ts';
import { adapters } from '../../../platforms/registry.ts';
import {
  BoardChosen,
  BoardList,
  BoardSelected,
  ChooseBoard,
  CreateBoard,
  OneBoard,
  SelectableBoardsQuery,
  SelectBoard,
} from '../../../schemas/board.ts';
import { jsonRoute, type Route } from '../../route.ts';

const ofAccount = ['platformUnsupported', 'accountNotFound', 'platformCapabilityMissing', 'notConnected'] as const;
const ofPlatform = ['rateLimited', 'requestFailed'] as const;
const ofSession = ['connectSessionNotFound', 'connectNotCompleted', 'connectSessionExpired'] as const;

function boardRoutesOf({ name, label }: { name: string; label: string }): Route[] {
  const path = `/v1/accounts/{accountId}/${name}-boards` as const;
  const selectPath = `/v1/connect/${name}/select-board` as const;
  const common = { path, tag: 'Accounts', unknownKeys: 'ignore' } as const;
  const boardAccountOf = ({ accountId }: { accountId: string }) => ({ platform: name, accountId });
  return [
    jsonRoute({
      ...common,
      method: 'GET',
      operation: `list ${name} boards`,
      operationId: `get${label}Boards`,
      description: `The boards of an account of ${label}.`,
      access: 'read',
      success: 200,
      response: BoardList,
      errors: [...ofAccount, ...ofPlatform],
      handle: async (ctx, { params }) => ({ boards: await listBoards(ctx, boardAccountOf(params)) }),
    }),
    jsonRoute({
      ...common,
      method: 'POST',
      operation: `create ${name} board`,
      description: `Creates a board on ${label}.`,
      access: 'write',
      body: CreateBoard,
      success: 201,
      response: OneBoard,
      errors: [...ofAccount, ...ofPlatform],
      handle: async (ctx, { params, body }) => ({ board: await createBoard(ctx, boardAccountOf(params), body) }),
    }),
    jsonRoute({
      ...common,
      method: 'PUT',
      operation: `choose ${name} board`,
      operationId: `update${label}Boards`,
      description: 'Sets the default board, used by posts that do not name one.',
      access: 'write',
      body: ChooseBoard,
      success: 200,
      response: BoardChosen,
      errors: [...ofAccount, ...ofPlatform, 'boardNotFound'],
      handle: async (ctx, { params, body }) => {
        const { account } = await chooseBoard(ctx, boardAccountOf(params), body.defaultBoardId);
        return { message: `Default ${label} board updated successfully`, account };
      },
    }),
    ...selectRoutes({ name, label, path: selectPath }),
  ];
}

type Selecting = { name: string; label: string; path: `/v1/connect/${string}/select-board` };

function selectRoutes({ name, label, path }: Selecting): Route[] {
  const common = { path, tag: 'Connect', unknownKeys: 'ignore', access: 'write', success: 200 } as const;
  const errors = [...ofSession, 'platformCapabilityMissing', 'notConnected', ...ofPlatform] as const;
  return [
    jsonRoute({
      ...common,
      method: 'GET',
      operation: `list selectable ${name} boards`,
      operationId: `list${label}BoardsForSelection`,
      description:
        'The boards of the account that was just connected, for half an hour after the connection was started.',
      query: SelectableBoardsQuery,
      response: BoardList,
      errors: [...errors],
      handle: async (ctx, { query }) => ({ boards: await listSelectable(ctx, name, query.state) }),
    }),
    jsonRoute({
      ...common,
      method: 'POST',
      operation: `select ${name} board`,
      description: 'Sets the default board of the account that was just connected.',
      body: SelectBoard,
      response: BoardSelected,
      errors: [...errors, 'boardNotFound'],
      handle: (ctx, { body }) => selectBoard(ctx, name, body),
    }),
  ];
}

export const boardRoutes: readonly Route[] = adapters
  .filter(({ boards }) => boards !== undefined)
  .flatMap(boardRoutesOf);
