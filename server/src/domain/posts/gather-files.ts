import type { PostMediaItem } from '../../db/post-rows.ts';
import type { CreatePost } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import type { WantedTarget } from './find-targets.ts';
import { gatherMedia } from './gather-media.ts';
import { gatherThreads } from './gather-threads.ts';
import { mediaTimeoutMs } from './limits.ts';

type Asked = {
  /** Undefined: they stay as they are. */
  mediaItems: CreatePost['mediaItems'];
  targets: readonly WantedTarget[];
};

/** All files that a request names, within the time for all of them. */
export async function gatherFiles(
  ctx: Ctx,
  { mediaItems, targets }: Asked,
): Promise<{ media?: readonly PostMediaItem[]; targets: readonly WantedTarget[] }> {
  const startedMs = performance.now();
  const media = mediaItems && (await gatherMedia(ctx, mediaItems, { timeoutMs: mediaTimeoutMs }));
  const leftMs = mediaTimeoutMs - (performance.now() - startedMs);
  return { ...(media && { media }), targets: await gatherThreads(ctx, targets, leftMs) };
}
