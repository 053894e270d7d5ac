import type { PostMediaItem } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { mediaItemOf } from '../../media/media-item.ts';
import { requireSpace } from '../../media/space/require-space.ts';
import { resolveMedia } from '../../media/resolve-media.ts';

type MediaInput = NonNullable<CreatePost['mediaItems']>;

/** Returns the stored files of a request and fetches those hosted elsewhere. A repeated URL counts once. */
export async function gatherMedia(
  ctx: Ctx,
  asked: MediaInput,
  { place = 'mediaItems', timeoutMs }: { place?: string; timeoutMs: number },
): Promise<PostMediaItem[]> {
  if (asked.length === 0) return [];
  await requireSpace(ctx, 'posts');
  const distinct = distinctItems(asked);
  const items = distinct.map(({ item, index }) => ({ url: item.url, param: `${place}[${index}].url` }));
  const rows = await resolveMedia(ctx, { items, timeoutMs });
  return rows.map((row, at) => {
    if (row.type !== 'audio') return mediaItemOf(row, distinct[at]?.item.title ?? '');
    throw new AppError('mediaUnavailable', 'The file is sound: an image, a video or a PDF is needed', {
      param: items[at]?.param ?? null,
    });
  });
}

export function distinctItems(asked: MediaInput): { item: MediaInput[number]; index: number }[] {
  return asked
    .map((item, index) => ({ item, index }))
    .filter(({ item, index }) => asked.findIndex(({ url }) => url === item.url) === index);
}
