import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Reader } from '../../core/state/store.ts';
import type { Metadata } from './video-metadata.ts';

export type Video = Metadata & {
  readonly id: string;
  readonly ownerId: string;
  /** Undefined if not a video; such a video exists but is never shown. */
  readonly file?: LedgerMedia;
  readonly createdAt: number;
  readonly isDeleted: boolean;
};

export const videos = collection<Video>('youtube/videos');

export const videosOf = (reader: Reader, ownerId: string): Video[] =>
  videos.all(reader).filter((video) => video.ownerId === ownerId && !video.isDeleted);

export const watchUrl = ({ id }: Pick<Video, 'id'>): string => `https://www.youtube.com/watch?v=${id}`;
