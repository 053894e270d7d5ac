import type { LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Reader } from '../../core/state/store.ts';
import { processing, type PrivacyLevel } from './limits.ts';
import type { Person } from './persons.ts';

type Upload = {
  readonly id: string;
  /** Part of the upload URL, which authorizes the upload. */
  readonly token: string;
  readonly expiresAt: number;
  readonly sizeBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
  readonly chunks: readonly { readonly sha256: string; readonly sizeBytes: number }[];
};

/** A post from the init request to the end of its processing. */
export type Publication = {
  readonly publishId: string;
  readonly openId: string;
  readonly kind: 'video' | 'photo';
  readonly isDraft: boolean;
  /** Made in TikTok's own app. */
  readonly isNative?: true;
  readonly title: string;
  readonly description: string;
  readonly privacyLevel?: PrivacyLevel;
  readonly createdAt: number;
  /** Of videos. */
  readonly upload?: Upload;
  readonly files: readonly LedgerMedia[];
  /** Set when all files are stored; processing ends at `readyAt`. */
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

/** A post gets its ID when it is public and has passed moderation. */
export const isPublic = (publication: Publication, now: number): boolean =>
  publication.privacyLevel === 'PUBLIC_TO_EVERYONE' &&
  publication.failReason === undefined &&
  now >= (publication.readyAt ?? Infinity) + processing.moderationMs;

export const visiblePosts = (reader: Reader, person: Person, now: number): Publication[] =>
  publicationsOf(reader, person.openId).filter((each) => isPublic(each, now));
