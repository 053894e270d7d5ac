import type { LedgerMedia } from '../../core/ledger.ts';
import { collection, type Reader } from '../../core/store.ts';
import { processing, type PrivacyLevel } from './limits.ts';
import type { Person } from './persons.ts';

type Upload = {
  readonly id: string;
  /** The right to upload lies in it. */
  readonly token: string;
  readonly expiresAt: number;
  readonly sizeBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
  readonly chunks: readonly { readonly sha256: string; readonly sizeBytes: number }[];
};

/** What an app asked to have published, from the first word on. */
export type Publication = {
  readonly publishId: string;
  readonly openId: string;
  readonly kind: 'video' | 'photo';
  readonly isDraft: boolean;
  readonly title: string;
  readonly description: string;
  readonly privacyLevel?: PrivacyLevel;
  readonly createdAt: number;
  /** Of videos. */
  readonly upload?: Upload;
  readonly files: readonly LedgerMedia[];
  /** From here on all of it is there, and worked on until `readyAt`. */
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

/** The id of a post is told when it is public and was looked at. */
export const isPublic = (publication: Publication, now: number): boolean =>
  publication.privacyLevel === 'PUBLIC_TO_EVERYONE' &&
  publication.failReason === undefined &&
  now >= (publication.readyAt ?? Infinity) + processing.moderationMs;

export const visiblePosts = (reader: Reader, person: Person, now: number): Publication[] =>
  publicationsOf(reader, person.openId).filter((each) => isPublic(each, now));
