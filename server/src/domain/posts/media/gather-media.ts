import type { PostMediaItem } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { mediaItemOf } from '../../media/media-item.ts';
import { requireSpace } from '../../media/space/require-space.ts';
import { resolveMedia } from '../../media/resolve-media.ts';

type MediaInput = NonNullable<CreatePost['mediaItems']>;

export async function gatherMedia(
  ctx: Ctx,
  mediaItems: MediaInput,
  { fieldPath = 'mediaItems', timeoutMs }: { fieldPath?: string; timeoutMs: number },
): Promise<PostMediaItem[]> {
  if (mediaItems.length === 0) return [];
  await requireSpace(ctx, 'posts');
  const distinct = distinctItems(mediaItems);
  const items = distinct.map(({ item, index }) => ({ url: item.url, param: `${fieldPath}[${index}].url` }));
  const rows = await resolveMedia(ctx, { items, timeoutMs });
  return rows.map((row, at) => {
    if (row.type !== 'audio') return mediaItemOf(row, distinct[at]?.item.title ?? '');
    throw new AppError('mediaUnavailable', 'The file is audio: use an image, a video or a PDF', {
      param: items[at]?.param ?? null,
    });
  });
}

export function distinctItems(mediaItems: MediaInput): { item: MediaInput[number]; index: number }[] {
  return mediaItems
    .map((item, index) => ({ item, index }))
    .filter(({ item, index }) => mediaItems.findIndex(({ url }) => url === item.url) === index);
}
