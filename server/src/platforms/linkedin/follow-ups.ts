import { Type } from 'typebox';
import type { DraftPost, FollowUps } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { readOptions } from '../shared/read-options.ts';
import type { LinkedinCall } from './call.ts';
import { callRest } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { options } from './options.ts';
import { commentScope } from './scopes.ts';
import { authorUrn } from './urns.ts';

const Id = Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Integer()]);
const read = responseReader(Type.Object({ commentUrn: Type.Optional(Type.String({ minLength: 1 })), id: Id }));

export const followUps: FollowUps<LinkedinCall> = {
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
    const comment = read(reply.json);
    if (comment === undefined) return { kind: 'unknown', reason: 'the response has no ID' };
    return { kind: 'published', id: platformText(comment.commentUrn, 300) ?? String(comment.id) };
  },
};

function firstCommentOf({ settings }: DraftPost): string | undefined {
  return readOptions(options, settings).options.firstComment;
}
