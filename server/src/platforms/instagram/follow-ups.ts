import type { DraftPost, FollowUps } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';
import { createObject } from '../meta/client.ts';
import type { InstagramCall } from './call.ts';
import { toSendOutcome } from './errors.ts';
import { options, postTypeOf } from './options.ts';
import { scopes } from './scopes.ts';

export const followUps: FollowUps<InstagramCall> = {
  list: (post) => (firstCommentOf(post) === undefined ? [] : ['firstComment']),
  send: async (call, post, { postId }) => {
    const message = firstCommentOf(post) ?? '';
    const created = await createObject(call, `${encodeURIComponent(postId)}/comments`, { message });
    return created.kind === 'created' ? { kind: 'published', id: created.id } : toSendOutcome(created, scopes.comments);
  },
};

/** Stories take no comments. */
function firstCommentOf(post: DraftPost): string | undefined {
  return postTypeOf(post) === 'story' ? undefined : readOptions(options, post.settings).options.firstComment;
}
