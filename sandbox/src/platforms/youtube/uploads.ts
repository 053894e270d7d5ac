import type { Call } from '../../core/platform.ts';
import { collection } from '../../core/state/store.ts';
import type { Metadata, Part } from './video-metadata.ts';

type Piece = { readonly sha256: string; readonly sizeBytes: number };

export type Upload = {
  /** Part of the upload URL; authorizes the upload. */
  readonly id: string;
  readonly ownerId: string;
  readonly metadata: Metadata;
  readonly parts: readonly Part[];
  /** As announced, otherwise from the first range with a total. */
  readonly sizeBytes?: number;
  readonly pieces: readonly Piece[];
  readonly expiresAt: number;
  readonly videoId?: string;
};

export const uploads = collection<Upload>('youtube/uploads');

export const storedBytes = ({ pieces }: Upload): number => pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export const uploadHost = 'youtube.googleapis.com';
export const uploadPath = '/resumable/upload/youtube/v3/videos';

/** Parts have no token; the URL names the upload. */
export const uploadOwnerOf = ({ store, request }: Call): string | undefined =>
  uploads.get(store, request.query.get('upload_id') ?? '')?.ownerId;
