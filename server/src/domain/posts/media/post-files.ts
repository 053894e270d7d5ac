import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';
import type { TxCtx } from '../../context.ts';
import { attachMedia } from '../../media/attach-media.ts';
import { releaseMedia } from '../../media/release-media.ts';
import { threadFiles } from '../model/thread.ts';

type Post = Pick<PostRow, 'media'>;
type Target = Pick<PostTargetRow, 'settings'>;

/** Yields a file once for its post and once per target whose thread uses it, so that each can release its own use. */
function* holdings(post: Post | undefined, targets: readonly Target[]): Generator<string[]> {
  if (post !== undefined) yield post.media.map(({ key }) => key);
  for (const { settings } of targets) yield threadFiles(settings);
}

export async function attachFiles(ctx: TxCtx, post: Post | undefined, targets: readonly Target[]): Promise<void> {
  for (const keys of holdings(post, targets)) await attachMedia(ctx, keys);
}

export async function releaseFiles(ctx: TxCtx, post: Post | undefined, targets: readonly Target[]): Promise<void> {
  for (const keys of holdings(post, targets)) await releaseMedia(ctx, keys);
}
