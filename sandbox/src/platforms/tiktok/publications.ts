import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Reader } from '../../core/state/store.ts';
import { processing, type PrivacyLevel } from './limits.ts';
import type { Person } from './persons.ts';

type Upload = {
  readonly id: string;
  /** Part of the upload URL; authorizes the upload. */
  readonly token: string;
  readonly expiresAt: number;
  readonly sizeBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
  readonly chunks: readonly { readonly sha256: string; readonly sizeBytes: number }[];
};

export type Publication = {
  readonly publishId: string;
  readonly openId: string;
  readonly kind: 'video' | 'photo';
  readonly isDraft: boolean;
  readonly isNative?: true;
  readonly title: string;
  readonly description: string;
  readonly privacyLevel?: PrivacyLevel;
  readonly createdAt: number;
  readonly upload?: Upload;
  readonly files: readonly LedgerMedia[];
  /** Set once all files are stored. */
  readonly takenAt?: number;
  readonly readyAt?: number;
  readonly failReason?: string;
  readonly postId?: string;
};

export const publications = collection<Publication>('tiktok/publications');

export const publicationsOf = (reader: Reader, openId: string): Publication[] =>
  publications.all(reader).filter((each) => each.openId === openId);

export const uploadedBytes = ({ upload }: Publication): number =>
  (upload?.chunks ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Public posts get their ID after moderation. */
export const isPublic = (publication: Publication, now: number): boolean =>
  publication.privacyLevel === 'PUBLIC_TO_EVERYONE' &&
  publication.failReason === undefined &&
  now >= (publication.readyAt ?? Infinity) + processing.moderationMs;

export const visiblePosts = (reader: Reader, person: Person, now: number): Publication[] =>
  publicationsOf(reader, person.openId).filter((each) => isPublic(each, now));
