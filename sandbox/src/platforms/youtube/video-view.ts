import { createHash } from 'node:crypto';
import type { Call } from '../../core/platform.ts';
import { statisticsOf, type Statistics } from '../../core/state/statistics.ts';
import { channelId, type Person } from './persons.ts';
import type { Part } from './video-metadata.ts';
import type { Video } from './videos.ts';

export const etagOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64url');

export const wireInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const thumbnailsOf = (address: string): object => ({
  default: { url: `${address}/default.jpg`, width: 120, height: 90 },
});

export const statisticsOfVideo = ({ store, clock }: Call, { id, createdAt }: Video): Statistics =>
  statisticsOf(store, clock.now(), { platform: 'youtube', id, createdAt });

export function videoView(video: Video, person: Person, parts: readonly Part[]): object {
  const { title, description, tags, categoryId, privacyStatus } = video;
  const views: Record<Part, object> = {
    snippet: {
      publishedAt: wireInstant(video.createdAt),
      channelId: channelId(person),
      title,
      description,
      thumbnails: thumbnailsOf(`https://i.ytimg.com/vi/${video.id}`),
      channelTitle: person.title,
      ...(tags.length > 0 && { tags }),
      categoryId,
      liveBroadcastContent: 'none',
      localized: { title, description },
    },
    status: {
      uploadStatus: 'uploaded',
      privacyStatus,
      license: video.license,
      embeddable: video.embeddable,
      publicStatsViewable: true,
      selfDeclaredMadeForKids: video.selfDeclaredMadeForKids,
    },
  };
  const shown = Object.fromEntries(parts.map((part) => [part, views[part]]));
  return { kind: 'youtube#video', etag: etagOf(video), id: video.id, ...shown };
}
