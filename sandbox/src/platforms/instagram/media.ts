import type { LedgerMedia } from '../../core/state/ledger.ts';
import type { Random } from '../../core/state/random.ts';
import { statisticsOf, type Statistics } from '../../core/state/statistics.ts';
import { collection, type Collection } from '../../core/state/store.ts';
import type { Call } from '../../core/platform.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import type { Person } from './persons.ts';

export type ProductType = 'FEED' | 'REELS' | 'STORY';
type MediaType = 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';

export type Media = {
  readonly id: string;
  readonly mediaType: MediaType;
  readonly productType: ProductType;
  readonly shortcode: string;
  readonly caption?: string;
  readonly altText?: string;
  readonly files: readonly LedgerMedia[];
  readonly childIds: readonly string[];
  readonly publishedAt: number;
  readonly commentsCount: number;
  readonly isNative?: true;
};

export const mediaPrefix = '1790';

export const newMediaId = (random: Random): string => `${mediaPrefix}${random.digits(13)}`;

export const mediaOf = (userId: string): Collection<Media> => collection<Media>(`instagram/media/${userId}`);

export function permalinkOf({ username }: Person, media: Pick<Media, 'id' | 'productType' | 'shortcode'>): string {
  const site = 'https://www.instagram.com';
  if (media.productType === 'STORY') return `${site}/stories/${username}/${media.id}/`;
  return `${site}/${media.productType === 'REELS' ? 'reel' : 'p'}/${media.shortcode}/`;
}

export function statisticsOfMedia({ store, clock }: Call, { id, publishedAt, commentsCount }: Media): Statistics {
  const post = { platform: 'instagram', id, createdAt: publishedAt, comments: commentsCount };
  return statisticsOf(store, clock.now(), post);
}

export function mediaNode(call: Call, person: Person, media: Media): Node {
  const { likes, comments, views } = statisticsOfMedia(call, media);
  return {
    type: 'IGMedia',
    values: {
      ...commonValues(person, media),
      ...fileValues(media.files[0]),
      media_type: media.mediaType,
      media_product_type: media.productType,
      caption: media.caption,
      alt_text: media.altText,
      permalink: permalinkOf(person, media),
      shortcode: media.shortcode,
      like_count: likes,
      comments_count: comments,
      view_count: views,
      is_comment_enabled: true,
    },
    edges: {
      children: media.childIds.map((id, index): Node => ({
        type: 'IGMedia',
        values: {
          ...commonValues(person, { ...media, id }),
          ...fileValues(media.files[index]),
          media_type: media.files[index]?.type === 'video' ? 'VIDEO' : 'IMAGE',
          permalink: permalinkOf(person, media),
          shortcode: media.shortcode,
        },
      })),
    },
  };
}

function commonValues(person: Person, { id, publishedAt }: Pick<Media, 'id' | 'publishedAt'>) {
  return { id, timestamp: wireInstant(publishedAt), username: person.username };
}

function fileValues(file: LedgerMedia | undefined) {
  const address = `https://scontent.cdninstagram.com/v/${file?.sha256 ?? 'none'}`;
  const isVideo = file?.type === 'video';
  return {
    media_url: isVideo ? `${address}.mp4` : `${address}.jpg`,
    thumbnail_url: isVideo ? `${address}.jpg` : undefined,
  };
}
