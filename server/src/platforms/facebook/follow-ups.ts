import type { DraftPost, FollowUps } from '../adapter.ts';
import { createObject } from '../meta/client.ts';
import { readOptions } from '../shared/read-options.ts';
import type { FacebookCall } from './call.ts';
import { toSendOutcome } from './errors.ts';
import { options } from './options.ts';
import { scopes } from './scopes.ts';

export const followUps: FollowUps<FacebookCall> = {
  list: (post) => (firstCommentOf(post) === undefined ? [] : ['firstComment']),
  send: async (call, post, { postId }) => {
    const message = firstCommentOf(post) ?? '';
    const created = await createObject(call, `${encodeURIComponent(postId)}/comments`, { message });
    return created.kind === 'created' ? { kind: 'published', id: created.id } : toSendOutcome(created, scopes.comments);
  },
};

function firstCommentOf({ settings }: DraftPost): string | undefined {
  return readOptions(options, settings).options.firstComment;
}
