import type { PostMediaItem } from '../../../db/post-rows.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { gatherMedia } from './gather-media.ts';
import { gatherThreads } from './gather-threads.ts';
import { mediaTimeoutMs } from '../model/limits.ts';

type FilesInput = {
  /** Undefined: they stay as they are. */
  mediaItems: CreatePost['mediaItems'];
  targets: readonly TargetDraft[];
};

/** All files that a request names, within the time for all of them. */
export async function gatherFiles(
  ctx: Ctx,
  { mediaItems, targets }: FilesInput,
): Promise<{ media?: readonly PostMediaItem[]; targets: readonly TargetDraft[] }> {
  const startedMs = performance.now();
  const media = mediaItems && (await gatherMedia(ctx, mediaItems, { timeoutMs: mediaTimeoutMs }));
  const leftMs = mediaTimeoutMs - (performance.now() - startedMs);
  return { ...(media && { media }), targets: await gatherThreads(ctx, targets, leftMs) };
}
