import { apiRoute } from './api-route.ts';
import { boardsOf, boardView, type Board } from './boards.ts';
import { refuseRequest } from './errors.ts';
import { scopes } from './limits.ts';
import { pageQuery, pageReply } from './paging.ts';

const filters: Readonly<Record<string, readonly Board['privacy'][]>> = {
  ALL: ['PUBLIC', 'PROTECTED', 'SECRET'],
  PUBLIC: ['PUBLIC'],
  PROTECTED: ['PROTECTED'],
  SECRET: ['SECRET'],
  PUBLIC_AND_SECRET: ['PUBLIC', 'SECRET'],
};

export const listBoards = apiRoute({
  method: 'GET',
  path: '/boards',
  operation: 'listBoards',
  scopes: [scopes.readBoards],
  query: { ...pageQuery, privacy: 'string' },
  handle: (call, caller, { privacy = 'ALL', ...page }) => {
    const shown = filters[privacy] ?? refuseRequest(`'${privacy}' is not one of ${Object.keys(filters).join(', ')}`);
    const canReadSecrets = caller.scopes.includes(scopes.readSecretBoards);
    const all = boardsOf(call.store, caller.person.id).filter(
      (board) => shown.includes(board.privacy) && (board.privacy !== 'SECRET' || canReadSecrets),
    );
    return pageReply(all, page, (board) => boardView(call.store, board, caller));
  },
});
