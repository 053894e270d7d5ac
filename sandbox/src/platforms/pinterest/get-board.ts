import { json } from '../../core/wire/reply.ts';
import { apiRoute, readId } from './api-route.ts';
import { boardView, requireBoard } from './boards.ts';
import { scopes } from './limits.ts';

export const getBoard = apiRoute({
  method: 'GET',
  path: '/boards/{board}',
  operation: 'getBoard',
  scopes: [scopes.readBoards],
  query: {},
  handle: (call, caller) => {
    const id = readId('board_id', call.request.params['board'] ?? '');
    const board = requireBoard(call.store, caller, { id, secret: scopes.readSecretBoards });
    return json(200, boardView(call.store, board, caller));
  },
});
