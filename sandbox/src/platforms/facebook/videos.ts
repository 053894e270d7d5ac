import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Collection } from '../../core/state/store.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import type { Page } from './pages.ts';

export type Video = {
  readonly id: string;
  /** A reel takes three calls, a video one. */
  readonly flow: 'reel' | 'video';
  readonly createdAt: number;
  readonly pieces: readonly { readonly sha256: string; readonly sizeBytes: number }[];
  readonly file?: LedgerMedia;
  /** End of processing, successful or not; undefined until all bytes are stored. */
  readonly readyAt?: number;
  readonly failure?: string;
  readonly description?: string;
  readonly title?: string;
  readonly publishedAt?: number;
  readonly postId?: string;
  readonly isDeleted: boolean;
};

export const siteUrl = 'https://www.facebook.com';

export const videosOf = (pageId: string): Collection<Video> => collection<Video>(`facebook/videos/${pageId}`);

export const videoAddress = (id: string): string => `${siteUrl}${videoPath(id)}`;

const videoPath = (id: string): string => `/reel/${id}/`;

export const hasFailed = ({ failure, readyAt }: Video, now: number): boolean =>
  failure !== undefined && readyAt !== undefined && now >= readyAt;

export function isShown({ publishedAt, readyAt, failure, isDeleted }: Video, now: number): boolean {
  return publishedAt !== undefined && failure === undefined && !isDeleted && readyAt !== undefined && now >= readyAt;
}

export function videoNode(page: Page, video: Video, now: number): Node {
  return {
    type: 'Video',
    values: {
      id: video.id,
      title: video.title,
      description: video.description,
      created_time: wireInstant(video.publishedAt ?? video.createdAt),
      permalink_url: videoPath(video.id),
      picture: `https://scontent.xx.fbcdn.net/v/${video.file?.sha256 ?? 'none'}.jpg`,
      post_id: video.postId,
      published: isShown(video, now),
      status: statusOf(video, now),
    },
    objects: { from: { type: 'Page', defaults: ['name', 'id'], values: { name: page.title, id: page.id } } },
  };
}

function statusOf(video: Video, now: number): object {
  const isPublished = isShown(video, now);
  const hasErred = hasFailed(video, now);
  return {
    video_status: wordOf(video, now),
    uploading_phase: { status: uploadOf(video), bytes_transferred: video.file?.sizeBytes ?? transferredOf(video) },
    processing_phase: {
      status: processingOf(video, now),
      ...(hasErred && { errors: [{ code: 1_363_024, message: video.failure }] }),
    },
    publishing_phase: {
      status: isPublished ? 'complete' : 'not_started',
      ...(isPublished && { publish_status: 'published', publish_time: wireInstant(video.publishedAt ?? now) }),
    },
  };
}

function wordOf(video: Video, now: number): string {
  if (video.readyAt === undefined) return 'uploading';
  if (now < video.readyAt) return 'processing';
  if (video.failure !== undefined) return 'error';
  return video.publishedAt === undefined ? 'upload_complete' : 'ready';
}

function uploadOf({ readyAt, pieces }: Video): string {
  if (readyAt !== undefined) return 'complete';
  return pieces.length > 0 ? 'in_progress' : 'not_started';
}

function processingOf({ readyAt, failure }: Video, now: number): string {
  if (readyAt === undefined) return 'not_started';
  if (now < readyAt) return 'in_progress';
  return failure === undefined ? 'complete' : 'error';
}

export const transferredOf = ({ pieces }: Video): number => pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
