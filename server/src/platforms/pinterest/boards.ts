import { Type } from 'typebox';
import type { Board, Boards } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { callPinterest } from './client.ts';
import { toSendOutcome, toStepRefusal } from './errors.ts';
import { boardScopes } from './scopes.ts';

const read = answerReader(
  Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,25}$' }),
    name: Type.String(),
    description: Type.Optional(Type.Unknown()),
    privacy: Type.Optional(Type.Unknown()),
    pin_count: Type.Optional(Type.Unknown()),
  }),
);

const pageSize = 250;
/** Far more boards than people have. */
const pagesMax = 8;

export const boards: Boards = {
  list: async (call) => {
    const found: Board[] = [];
    let bookmark: unknown;
    for (let page = 0; page < pagesMax; page += 1) {
      const next = typeof bookmark === 'string' ? { bookmark } : {};
      const reply = await callPinterest(call, { path: '/boards', query: { page_size: String(pageSize), ...next } });
      if (reply.kind !== 'ok') return toStepRefusal(reply);
      const { items } = reply.json;
      if (!Array.isArray(items)) return { kind: 'notDone', reason: 'a list of boards that cannot be read' };
      found.push(...items.flatMap((item) => toBoard(item) ?? []));
      bookmark = reply.json['bookmark'];
      if (typeof bookmark !== 'string' || bookmark === '') break;
    }
    return { kind: 'boards', boards: found };
  },
  create: async (call, { name, description, privacy }) => {
    const words = description === '' ? {} : { description };
    const reply = await callPinterest(call, { path: '/boards', body: jsonBody({ name, ...words, privacy }) });
    if (reply.kind !== 'ok') return toSendOutcome(reply, boardScopes(privacy));
    const board = toBoard(reply.json);
    return board === undefined ? { kind: 'unknown', reason: 'an answer without a board' } : { kind: 'board', board };
  },
  find: async (call, id) => {
    if (!/^[0-9]{1,25}$/.test(id)) return { kind: 'missing' };
    const reply = await callPinterest(call, { path: `/boards/${id}` });
    if (reply.kind === 'error' && reply.error.status === 404) return { kind: 'missing' };
    if (reply.kind !== 'ok') return toStepRefusal(reply);
    const board = toBoard(reply.json);
    return board === undefined ? { kind: 'notDone', reason: 'a board that cannot be read' } : { kind: 'board', board };
  },
};

function toBoard(value: unknown): Board | undefined {
  const board = read(value);
  if (board === undefined) return undefined;
  const count = board.pin_count;
  return {
    id: board.id,
    name: networkText(board.name, 200) ?? '',
    description: networkText(board.description, 1000) ?? '',
    privacy: networkText(board.privacy, 50) ?? 'PUBLIC',
    ...(typeof count === 'number' && Number.isSafeInteger(count) ? { pinCount: count } : {}),
  };
}
