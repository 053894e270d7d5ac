import { Type } from 'typebox';
import type { DraftPost, FollowUps } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { readOptions } from '../shared/read-options.ts';
import { callRest } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { options } from './options.ts';
import { commentScope } from './scopes.ts';
import { authorUrn } from './urns.ts';

const Id = Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Integer()]);
const read = answerReader(Type.Object({ commentUrn: Type.Optional(Type.String({ minLength: 1 })), id: Id }));

export const followUps: FollowUps = {
  list: (post) => (firstCommentOf(post) === undefined ? [] : ['firstComment']),
  send: async (call, post, { postId }) => {
    const reply = await callRest(call, {
      path: `socialActions/${encodeURIComponent(postId)}/comments`,
      body: jsonBody({ actor: authorUrn(call), object: postId, message: { text: firstCommentOf(post) ?? '' } }),
    });
    if (reply.kind !== 'ok') {
      const refusal = toSendOutcome(reply);
      return refusal.kind === 'scopeMissing' ? { kind: 'scopeMissing', scopes: [commentScope] } : refusal;
    }
    const made = read(reply.json);
    if (made === undefined) return { kind: 'unknown', reason: 'an answer without an id' };
    return { kind: 'published', id: networkText(made.commentUrn, 300) ?? String(made.id) };
  },
};

function firstCommentOf({ settings }: DraftPost): string | undefined {
  return readOptions(options, settings).options.firstComment;
}
