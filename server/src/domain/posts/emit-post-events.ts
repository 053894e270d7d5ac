import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { StoredPost } from './model/post.ts';
import { postView } from './model/post-view.ts';

type PostEventType = 'post.scheduled' | 'post.published' | 'post.partially_failed' | 'post.failed' | 'post.canceled';

export function emitPostEvents(ctx: TxCtx, type: PostEventType, ...posts: StoredPost[]): void {
  const emissions = posts.map((post) => {
    return { type, resourceId: post.id, data: { post: postView(ctx, post), profileIds: post.profileIds } };
  });
  emit(ctx, ...emissions);
}
