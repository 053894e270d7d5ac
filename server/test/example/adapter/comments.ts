import { Type, type Static } from 'typebox';
import type { CallAccount, Comments, PlatformComment } from '../../../src/platforms/adapter.ts';
import { jsonBody } from '../../../src/platforms/shared/bodies.ts';
import { platformText } from '../../../src/platforms/shared/platform-text.ts';
import { responseReader } from '../../../src/platforms/shared/response-reader.ts';
import type { ParrotCall } from './call.ts';
import { callParrot, tokenOf } from './client.ts';
import { isMissing, toOutcome, toReadFailure, toRefusal } from './errors.ts';

/** Restricted, because IDs are inserted into URL paths. */
const Id = Type.String({ pattern: '^\\d{1,20}$' });
const Echo = Type.Object({
  id: Id,
  squawk: Id,
  parent: Type.Union([Id, Type.Null()]),
  by: Type.String(),
  text: Type.String(),
  at: Type.String(),
  hidden: Type.Boolean(),
  echoes: Type.Integer({ minimum: 0 }),
});
const Page = Type.Object({
  echoes: Type.Array(Type.Object({ ...Echo.properties, replies: Type.Array(Echo) })),
  next: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
});
const readPage = responseReader(Page);
const readEcho = responseReader(Echo);
const readCreated = responseReader(Type.Object({ id: Id }));

export const comments: Comments<ParrotCall> = {
  textLengthMax: 100,
  pageMax: 50,
  acceptsCommentAsPost: true,
  list: async (call, { postId, parentId = '', cursor = '', limit }) => {
    const query = new URLSearchParams({ squawk: postId, parent: parentId, after: cursor, limit: String(limit) });
    const reply = await callParrot(call, { method: 'GET', path: `/echoes?${query.toString()}`, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toReadFailure(reply);
    const page = readPage(reply.json);
    if (page === undefined) return { kind: 'notDone', reason: 'the list of echoes could not be parsed' };
    const echoes = page.echoes.flatMap((echo) => toComment(call.account, echo, echo.replies));
    return { kind: 'comments', comments: echoes, cursor: page.next ?? undefined };
  },
  find: async (call, id) => {
    const path = `/echoes/${encodeURIComponent(id)}`;
    const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toReadFailure(reply);
    const echo = readEcho(reply.json);
    const [comment] = echo === undefined ? [] : toComment(call.account, echo);
    if (echo === undefined || comment === undefined) return { kind: 'notDone', reason: 'the echo could not be parsed' };
    return { kind: 'comment', comment, postId: echo.squawk };
  },
  create: async (call, { postId, parentId, text }) => {
    const body = jsonBody({ squawk: postId, text, ...(parentId === undefined ? {} : { parent: parentId }) });
    const reply = await callParrot(call, { method: 'POST', path: '/echoes', body, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toOutcome(reply);
    const created = readCreated(reply.json);
    return created === undefined
      ? { kind: 'unknown', reason: 'the response has no ID' }
      : { kind: 'created', id: created.id };
  },
  setHidden: async (call, { id, isHidden }) => {
    const [path, body] = [`/echoes/${encodeURIComponent(id)}`, jsonBody({ hidden: isHidden })];
    const reply = await callParrot(call, { method: 'PUT', path, body, token: tokenOf(call) });
    return reply.kind === 'ok' ? { kind: 'changed' } : toReadFailure(reply);
  },
  delete: async (call, id) => {
    const path = `/echoes/${encodeURIComponent(id)}`;
    const reply = await callParrot(call, { method: 'DELETE', path, token: tokenOf(call) });
    const isGone = reply.kind === 'ok' || isMissing(reply);
    return isGone ? { kind: 'gone' } : toRefusal(reply);
  },
};

function toComment(
  account: CallAccount,
  echo: Static<typeof Echo>,
  replies: readonly Static<typeof Echo>[] = [],
): PlatformComment[] {
  const createdAt = new Date(echo.at);
  if (Number.isNaN(createdAt.getTime())) return [];
  const username = platformText(echo.by, 64);
  const isOwner = username === account.username;
  return [
    {
      id: echo.id,
      parentId: echo.parent ?? undefined,
      text: platformText(echo.text) ?? '',
      createdAt,
      author: { id: undefined, name: undefined, username, pictureUrl: undefined, isOwner },
      likeCount: undefined,
      replyCount: echo.echoes,
      url: undefined,
      isHidden: echo.hidden,
      canReply: true,
      canHide: !isOwner,
      canDelete: true,
      replies: replies.flatMap((reply) => toComment(account, reply)),
      hasMoreReplies: echo.echoes > replies.length,
    },
  ];
}
