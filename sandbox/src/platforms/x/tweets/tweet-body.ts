import type { Call } from '../../../core/platform.ts';
import type { Reader } from '../../../core/state/store.ts';
import { jsonBody, readBody, readId } from '../api-route.ts';
import { refuseAction, refuseForbidden, refuseRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import { persons, type Person } from '../persons.ts';
import { tweets, type ReplySettings } from './tweets.ts';
import { isReady, uploads, type Upload } from '../uploads.ts';
import { weightOf } from './weigh.ts';

const shape = {
  text: 'string',
  media: 'object',
  reply: 'object',
  quote_tweet_id: 'string',
  reply_settings: 'string',
  made_with_ai: 'boolean',
  paid_partnership: 'boolean',
} as const;

const replySettings: readonly ReplySettings[] = ['following', 'mentionedUsers', 'subscribers', 'verified'];

export type TweetBody = {
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly replyTo: string | undefined;
  readonly quotes: string | undefined;
  readonly replySettings: ReplySettings | undefined;
};

/** Checks what needs neither media nor other posts. */
export function readTweetBody(call: Call, person: Person): TweetBody {
  const body = readBody(jsonBody(call), shape);
  const { text = '', quote_tweet_id: quoted } = body;
  const mediaIds = mediaIdsOf(body.media);
  const quotes = quoted === undefined ? undefined : readId(quoted, '$.quote_tweet_id');
  if (text.trim() === '' && mediaIds.length === 0) {
    refuseRequest('At least one of [text, media.media_ids] is required.', { text: [text] });
  }
  if (weightOf(text) > (person.isPremium ? limits.premiumTextWeight : limits.textWeight)) refuseAction();
  if ((text.match(/(?<!\w)\$[A-Z]{1,6}(?!\w)/gi)?.length ?? 0) > 1) refuseAction();
  if (quotes !== undefined && mediaIds.length > 0) refuseRequest('$: only one of [media, quote_tweet_id] is allowed');
  return { text, mediaIds, replyTo: replyOf(body.reply), quotes, replySettings: settingsOf(body.reply_settings) };
}

function mediaIdsOf(value: unknown): string[] {
  if (value === undefined) return [];
  const media = readBody(value, { media_ids: 'array!', tagged_user_ids: 'array' } as const, '$.media');
  const { length } = media.media_ids;
  if (length < 1) refuseRequest('$.media.media_ids: there must be a minimum of 1 items in the array');
  if (length > limits.mediaMax) {
    refuseRequest(`$.media.media_ids: there must be a maximum of ${limits.mediaMax} items in the array`);
  }
  for (const [index, id] of (media.tagged_user_ids ?? []).entries()) readId(id, `$.media.tagged_user_ids[${index}]`);
  return media.media_ids.map((id, index) => readId(id, `$.media.media_ids[${index}]`));
}

const replyShape = { in_reply_to_tweet_id: 'string!', exclude_reply_user_ids: 'array' } as const;

function replyOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return readId(readBody(value, replyShape, '$.reply').in_reply_to_tweet_id, '$.reply.in_reply_to_tweet_id');
}

function settingsOf(name: string | undefined): ReplySettings | undefined {
  if (name === undefined) return undefined;
  const setting = replySettings.find((each) => each === name);
  return (
    setting ?? refuseRequest(`$.reply_settings: does not have a value in the enumeration [${replySettings.join(', ')}]`)
  );
}

export function requireMedia(call: Call, person: Person, ids: readonly string[]): Upload[] {
  const now = call.clock.now();
  const media = ids.flatMap((id) => uploads.get(call.store, id) ?? []);
  const areRight = media.every(
    (upload) => upload.ownerId === person.id && now < upload.expiresAt && isReady(upload, now),
  );
  if (!areRight || media.length < ids.length || new Set(ids).size < ids.length) {
    refuseRequest('Your media IDs are invalid.', { 'media.media_ids': ids });
  }
  if (media.length > 1 && media.some(({ category }) => category !== 'tweet_image')) {
    refuseRequest('A post may have up to 4 photos, 1 GIF or 1 video.', { 'media.media_ids': ids });
  }
  return media;
}

/** Replies to other people are allowed only where they mention the person. */
export function checkParent(reader: Reader, person: Person, id: string | undefined): void {
  if (id === undefined) return;
  const parent = tweets.get(reader, id);
  if (parent === undefined || parent.isDeleted) {
    refuseForbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
  }
  const isOwn = parent.authorId === person.id;
  if (isOwn || parent.text.toLowerCase().includes(`@${person.username.toLowerCase()}`)) return;
  refuseForbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  );
}

export function quotedUrl(reader: Reader, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const quoted = tweets.get(reader, id);
  const author = quoted && persons.get(reader, quoted.authorId);
  if (quoted === undefined || author === undefined || quoted.isDeleted) {
    refuseForbidden('You attempted to quote a Tweet that is deleted or not visible to you.');
  }
  return `https://x.com/${author.username}/status/${id}`;
}
