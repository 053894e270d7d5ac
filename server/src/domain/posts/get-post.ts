import type { Post } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import { postView } from './model/post-view.ts';
import { requirePost } from './request/require-post.ts';

export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  return postView(ctx, await requirePost(ctx, id));
}
