import type { DraftPost, FollowUps } from '../adapter.ts';
import { make } from '../meta/client.ts';
import { readOptions } from '../shared/read-options.ts';
import { toSendOutcome } from './errors.ts';
import { options } from './options.ts';
import { scopes } from './scopes.ts';

export const followUps: FollowUps = {
  list: (post) => (firstCommentOf(post) === undefined ? [] : ['firstComment']),
  send: async (call, post, { postId }) => {
    const message = firstCommentOf(post) ?? '';
    const made = await make(call, `${encodeURIComponent(postId)}/comments`, { message });
    return made.kind === 'made' ? { kind: 'published', id: made.id } : toSendOutcome(made, scopes.comments);
  },
};

function firstCommentOf({ settings }: DraftPost): string | undefined {
  return readOptions(options, settings).options.firstComment;
}
