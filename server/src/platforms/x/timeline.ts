import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { XAccountCall } from './call.ts';
import { callX, type XFailure, type XReply } from './client.ts';
import { postUrl } from './post-url.ts';
import { tweetText } from './tweet-text.ts';

const Tweet = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,19}$' }),
  author_id: Type.Optional(Type.String()),
  text: Type.String(),
  created_at: Type.String(),
  entities: Type.Optional(Type.Object({ urls: Type.Optional(Type.Array(Type.Unknown())) })),
  attachments: Type.Optional(Type.Object({ media_keys: Type.Optional(Type.Array(Type.String())) })),
});
const readTweet = responseReader(Tweet);
const MediaFacts = Type.Object({
  media_key: Type.String(),
  type: Type.Optional(Type.String()),
  url: Type.Optional(Type.Unknown()),
  preview_image_url: Type.Optional(Type.Unknown()),
});
const readMedia = responseReader(MediaFacts);

type TweetMedia = Static<typeof MediaFacts>;
type ListedTweet = {
  id: string;
  authorId: string | undefined;
  url: string;
  text: string;
  publishedAt: Date;
  mediaKeys: readonly string[];
};
export type Timeline = { kind: 'tweets'; tweets: ListedTweet[]; media: ReadonlyMap<string, TweetMedia> };

const fewest = 5;
const most = 100;

/** Newest first, without replies and reposts. */
export async function readTimeline(
  call: XAccountCall,
  { limit, since }: { limit: number; since?: Date },
): Promise<Timeline | XFailure> {
  const query = {
    max_results: String(Math.min(Math.max(limit, fewest), most)),
    exclude: 'replies,retweets',
    ...(since === undefined ? {} : { start_time: since.toISOString().replace(/\.\d{3}Z$/, 'Z') }),
  };
  return await readList(call, `/2/users/${call.account.providerAccountId}/tweets`, query);
}

export async function readById(call: XAccountCall, id: string): Promise<Timeline | XFailure> {
  const timeline = await readList(call, '/2/tweets', { ids: id });
  if (timeline.kind !== 'tweets') return timeline;
  const isOwn = ({ authorId }: ListedTweet): boolean => authorId === call.account.providerAccountId;
  return { ...timeline, tweets: timeline.tweets.filter(isOwn) };
}

async function readList(call: XAccountCall, path: string, query: Record<string, string>): Promise<Timeline | XFailure> {
  const reply = await listWithFields(call, path, { ...query, ...mediaQuery });
  if (reply.kind !== 'ok') return reply;
  const { data = [], includes } = reply.json;
  if (!Array.isArray(data)) return { kind: 'lost', reason: 'the list could not be parsed' };
  const listed = isJsonObject(includes) && Array.isArray(includes['media']) ? includes['media'] : [];
  const media = listed.map(readMedia).filter((one) => one !== undefined);
  const byKey = new Map(media.map((one) => [one.media_key, one]));
  return { kind: 'tweets', tweets: data.flatMap((tweet) => toTweet(call, tweet)), media: byKey };
}

const mediaQuery = { expansions: 'attachments.media_keys', 'media.fields': 'url,preview_image_url,type' };
const fields = 'author_id,created_at,attachments,entities';
/** API hosts that refused `post.fields`. */
const hostsWithOldNames = new Set<string>();

/** X's API description calls the parameter `post.fields`, its guides `tweet.fields`. */
async function listWithFields(call: XAccountCall, path: string, query: Record<string, string>): Promise<XReply> {
  const host = call.hosts.api;
  if (!hostsWithOldNames.has(host)) {
    const reply = await callX(call, { path, query: { ...query, 'post.fields': fields } });
    const isUnknown = reply.kind === 'error' && reply.error.status === 400 && /post\.fields/.test(reply.error.detail);
    if (!isUnknown) return reply;
    hostsWithOldNames.add(host);
  }
  return await callX(call, { path, query: { ...query, 'tweet.fields': fields } });
}

function toTweet(call: XAccountCall, value: unknown): ListedTweet[] {
  const tweet = readTweet(value);
  const publishedAt = new Date(tweet?.created_at ?? Number.NaN);
  if (tweet === undefined || Number.isNaN(publishedAt.getTime())) return [];
  const { id, author_id: authorId } = tweet;
  const mediaKeys = tweet.attachments?.media_keys ?? [];
  const text = tweetText(tweet.text, tweet.entities?.urls ?? []);
  return [{ id, authorId, url: postUrl(call, id), text, publishedAt, mediaKeys }];
}
