import { defined } from '../../../core/defined.ts';
import { statisticsOf } from '../../../core/state/statistics.ts';
import type { Reader } from '../../../core/state/store.ts';
import type { Person } from '../persons.ts';
import { tweets, type Tweet } from './tweets.ts';
import { mediaKeyOf, uploads, type Upload } from '../uploads.ts';

type Shown = { readonly tweet: Tweet; readonly person: Person; readonly reader: Reader; readonly now: number };

export const mediaOf = (reader: Reader, { mediaIds }: Tweet): Upload[] =>
  mediaIds.flatMap((id) => uploads.get(reader, id) ?? []);

function statistics({ tweet: { id, createdAt }, reader, now }: Shown) {
  const comments = tweets.all(reader).filter(({ replyTo, isDeleted }) => replyTo === id && !isDeleted).length;
  return statisticsOf(reader, now, { platform: 'x', id, createdAt, comments });
}

function metrics(shown: Shown): object {
  const { impressions, likes, comments, shares, saves } = statistics(shown);
  return {
    [shown.person.usesNewNames ? 'repost_count' : 'retweet_count']: shares,
    reply_count: comments,
    like_count: likes,
    quote_count: 0,
    bookmark_count: saves,
    impression_count: impressions,
  };
}

function privateMetrics(shown: Shown): object {
  const { impressions, clicks, likes, comments, shares } = statistics(shown);
  return {
    impression_count: impressions,
    url_link_clicks: clicks,
    user_profile_clicks: 0,
    engagements: likes + comments + shares + clicks,
  };
}

function entities({ tweet }: Shown): object | undefined {
  if (tweet.links.length === 0) return undefined;
  const urls = tweet.links.map(({ start, end, url, expandedUrl, mediaKey }) => ({
    start,
    end,
    url,
    expanded_url: expandedUrl,
    display_url: expandedUrl.replace(/^https?:\/\//, ''),
    ...defined({ media_key: mediaKey }),
  }));
  return { urls };
}

function attachments({ tweet, reader }: Shown): object | undefined {
  const keys = mediaOf(reader, tweet).map(mediaKeyOf);
  return keys.length === 0 ? undefined : { media_keys: keys };
}

function references({ tweet: { replyTo, quotes } }: Shown): object[] | undefined {
  const all = [
    ...(replyTo === undefined ? [] : [{ type: 'replied_to', id: replyTo }]),
    ...(quotes === undefined ? [] : [{ type: 'quoted', id: quotes }]),
  ];
  return all.length === 0 ? undefined : all;
}

const fields = {
  id: ({ tweet }: Shown) => tweet.id,
  text: ({ tweet }: Shown) => tweet.wireText,
  edit_history_tweet_ids: ({ tweet }: Shown) => [tweet.id],
  created_at: ({ tweet }: Shown) => new Date(tweet.createdAt).toISOString(),
  author_id: ({ person }: Shown) => person.id,
  conversation_id: ({ tweet }: Shown) => tweet.conversationId,
  in_reply_to_user_id: ({ tweet, reader }: Shown) => tweets.get(reader, tweet.replyTo ?? '')?.authorId,
  referenced_tweets: references,
  attachments,
  entities,
  public_metrics: metrics,
  non_public_metrics: privateMetrics,
  reply_settings: ({ tweet }: Shown) => tweet.replySettings ?? 'everyone',
};

export type TweetField = keyof typeof fields;
export const tweetFields = Object.keys(fields) as TweetField[];
const always: readonly TweetField[] = ['id', 'text', 'edit_history_tweet_ids'];

const newNames: Partial<Record<TweetField, string>> = {
  edit_history_tweet_ids: 'edit_history_post_ids',
  referenced_tweets: 'referenced_posts',
};

export function tweetData(shown: Shown, requestedFields: readonly TweetField[]): object {
  const names = tweetFields.filter((name) => always.includes(name) || requestedFields.includes(name));
  const nameOf = (name: TweetField): string => (shown.person.usesNewNames ? (newNames[name] ?? name) : name);
  return defined(Object.fromEntries(names.map((name) => [nameOf(name), fields[name](shown)])));
}

const types = { tweet_image: 'photo', tweet_gif: 'animated_gif', tweet_video: 'video' } as const;
export const mediaFields = ['media_key', 'type', 'url', 'preview_image_url', 'alt_text', 'width', 'height'] as const;

/** Photos have a URL, other media a preview image. */
export function mediaData(upload: Upload, requestedFields: readonly (typeof mediaFields)[number][]): object {
  const picture = `https://pbs.twimg.com/media/${upload.id}.jpg`;
  const isPhoto = upload.category === 'tweet_image';
  return {
    media_key: mediaKeyOf(upload),
    type: types[upload.category],
    ...(isPhoto && requestedFields.includes('url') && { url: picture }),
    ...(!isPhoto && requestedFields.includes('preview_image_url') && { preview_image_url: picture }),
  };
}
