import { AppError } from '../../kernel/errors.ts';
import type { Media } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import type { MediaItem } from './media-item.ts';
import { mediaUrl } from './media-urls.ts';

export function openMedia(ctx: Pick<Ctx, 'storage' | 'site'>, item: MediaItem): Media {
  const { key, type, contentType, sizeBytes, width, height, durationMs, videoCodec } = item;
  return {
    ...{ type, contentType, sizeBytes },
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(videoCodec === undefined ? {} : { videoCodec }),
    url: mediaUrl(ctx, key),
    async *open(range) {
      const bytes = await ctx.storage.open(key, range);
      if (bytes === undefined)
        throw new AppError('mediaUnavailable', `The file ${key} is missing from the media store`);
      yield* bytes;
    },
  };
}
