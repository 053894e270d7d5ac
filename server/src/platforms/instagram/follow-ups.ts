import type { DraftPost, FollowUps } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';
import { make } from '../meta/client.ts';
import { toSendOutcome } from './errors.ts';
import { options, postTypeOf } from './options.ts';
import { scopes } from './scopes.ts';

export const followUps: FollowUps = {
  list: (post) => (firstCommentOf(post) === undefined ? [] : ['firstComment']),
  send: async (call, post, { postId }) => {
    const message = firstCommentOf(post) ?? '';
    const made = await make(call, `${encodeURIComponent(postId)}/comments`, { message });
    return made.kind === 'made' ? { kind: 'published', id: made.id } : toSendOutcome(made, scopes.comments);
  },
};

/** Stories take no comments. */
function firstCommentOf(post: DraftPost): string | undefined {
  return postTypeOf(post) === 'story' ? undefined : readOptions(options, post.settings).options.firstComment;
}
