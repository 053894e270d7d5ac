import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { StoredPost } from './post.ts';
import { postView } from './post-view.ts';

type Told = 'post.scheduled' | 'post.published' | 'post.partially_failed' | 'post.failed' | 'post.canceled';

export async function tellPost(ctx: TxCtx, type: Told, post: StoredPost): Promise<void> {
  const data = { post: postView(ctx, post), profileIds: post.profile_ids };
  await emit(ctx, { type, resourceId: post.id, data });
}
