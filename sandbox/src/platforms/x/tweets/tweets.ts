import { collection, type Reader } from '../../../core/state/store.ts';
import type { ShortLink } from './wire-text.ts';

export type ReplySettings = 'following' | 'mentionedUsers' | 'subscribers' | 'verified';

export type Tweet = {
  readonly id: string;
  readonly authorId: string;
  /** As sent. */
  readonly text: string;
  /** As returned: URLs shortened, those of media and a quoted post appended, three characters escaped. */
  readonly wireText: string;
  readonly links: readonly ShortLink[];
  readonly mediaIds: readonly string[];
  readonly replyTo?: string;
  readonly quotes?: string;
  readonly conversationId: string;
  readonly replySettings?: ReplySettings;
  readonly createdAt: number;
  readonly isDeleted: boolean;
};

export const tweets = collection<Tweet>('x/tweets');

export const tweetsOf = (reader: Reader, authorId: string): Tweet[] =>
  tweets.all(reader).filter((tweet) => tweet.authorId === authorId && !tweet.isDeleted);
