import { Type } from 'typebox';
import type { Board, Boards } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import type { PinterestCall } from './call.ts';
import { callPinterest } from './client.ts';
import { toSendOutcome, toStepRefusal } from './errors.ts';
import { boardScopes } from './scopes.ts';

const read = responseReader(
  Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,25}$' }),
    name: Type.String(),
    description: Type.Optional(Type.Unknown()),
    privacy: Type.Optional(Type.Unknown()),
    pin_count: Type.Optional(Type.Unknown()),
  }),
);

const pageSize = 250;
const pagesMax = 8;

export const boards: Boards<PinterestCall> = {
  list: async (call) => {
    const all: Board[] = [];
    let bookmark: unknown;
    for (let page = 0; page < pagesMax; page += 1) {
      const next = typeof bookmark === 'string' ? { bookmark } : {};
      const reply = await callPinterest(call, { path: '/boards', query: { page_size: String(pageSize), ...next } });
      if (reply.kind !== 'ok') return toStepRefusal(reply);
      const { items } = reply.json;
      if (!Array.isArray(items)) return { kind: 'notDone', reason: 'the list of boards could not be parsed' };
      all.push(...items.flatMap((item) => toBoard(item) ?? []));
      bookmark = reply.json['bookmark'];
      if (typeof bookmark !== 'string' || bookmark === '') break;
    }
    return { kind: 'boards', boards: all };
  },
  create: async (call, { name, description, privacy }) => {
    const optional = description === '' ? {} : { description };
    const reply = await callPinterest(call, { path: '/boards', body: jsonBody({ name, ...optional, privacy }) });
    if (reply.kind !== 'ok') return toSendOutcome(reply, boardScopes(privacy));
    const board = toBoard(reply.json);
    return board === undefined ? { kind: 'unknown', reason: 'the response has no board' } : { kind: 'board', board };
  },
  find: async (call, id) => {
    if (!/^[0-9]{1,25}$/.test(id)) return { kind: 'missing' };
    const reply = await callPinterest(call, { path: `/boards/${id}` });
    if (reply.kind === 'error' && reply.error.status === 404) return { kind: 'missing' };
    if (reply.kind !== 'ok') return toStepRefusal(reply);
    const board = toBoard(reply.json);
    return board === undefined
      ? { kind: 'notDone', reason: 'the board could not be parsed' }
      : { kind: 'board', board };
  },
};

function toBoard(value: unknown): Board | undefined {
  const board = read(value);
  if (board === undefined) return undefined;
  const count = board.pin_count;
  return {
    id: board.id,
    name: platformText(board.name, 200) ?? '',
    description: platformText(board.description, 1000) ?? '',
    privacy: platformText(board.privacy, 50) ?? 'PUBLIC',
    ...(typeof count === 'number' && Number.isSafeInteger(count) ? { pinCount: count } : {}),
  };
}
