import type { PostMediaItem } from '../../../db/post-rows.ts';
import { mediaTimeoutMs } from '../model/limits.ts';
import type { FileSource } from './file-source.ts';
import { gatherMedia } from './gather-media.ts';
import { gatherThreads } from './gather-threads.ts';

export const fetchFiles: FileSource<PostMediaItem> = async (ctx, { mediaItems, targets }) => {
  const startedMs = performance.now();
  const media = await gatherMedia(ctx, mediaItems, { timeoutMs: mediaTimeoutMs });
  const leftMs = mediaTimeoutMs - (performance.now() - startedMs);
  return { media, targets: await gatherThreads(ctx, targets, leftMs), unchecked: [] };
};
