import { json } from '../../core/wire/reply.ts';
import { apiRoute, checkLength, jsonBody, readRecord } from './api-route.ts';
import { boards, boardsOf, boardView, privacies, type Board } from './boards.ts';
import { errors, refuse, refuseRequest } from './errors.ts';
import { limits, scopes } from './limits.ts';

const shape = { name: 'string!', description: 'string', privacy: 'string', is_ads_only: 'boolean' } as const;

export const createBoard = apiRoute({
  method: 'POST',
  path: '/boards',
  operation: 'createBoard',
  scopes: [scopes.readBoards, scopes.writeBoards],
  query: {},
  handle: (call, caller) => {
    const body = readRecord(jsonBody(call), shape);
    const name = body.name.trim();
    if (name === '') refuseRequest("'name' is too short");
    checkLength('name', name, limits.boardNameCharacters);
    checkLength('description', body.description, limits.boardDescriptionCharacters);
    const privacy = readPrivacy(body.privacy ?? 'PUBLIC');
    if (privacy === 'SECRET' && !caller.scopes.includes(scopes.writeSecretBoards)) {
      refuse(errors.scope([scopes.writeSecretBoards]));
    }
    const ownerId = caller.person.id;
    const id = call.random.digits(18);
    const board: Board = {
      id,
      ownerId,
      name,
      privacy,
      description: body.description ?? '',
      createdAt: call.clock.now(),
    };
    call.commit((tx) => {
      const isTaken = boardsOf(tx, ownerId).some((other) => other.name.toLowerCase() === name.toLowerCase());
      if (isTaken) refuse(errors.boardExists());
      boards.put(tx, id, board);
    });
    return json(201, boardView(call.store, board, caller));
  },
});

function readPrivacy(value: string): Board['privacy'] {
  const privacyOption = privacies.find((privacy) => privacy === value);
  return privacyOption ?? refuseRequest(`'${value}' is not one of ${privacies.join(', ')}`);
}
