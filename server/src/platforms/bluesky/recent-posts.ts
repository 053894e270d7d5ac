import type { AppBskyFeedDefs } from '@atproto/api';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { AccountCall, PlatformAdapter, RecentPost } from '../adapter.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { toStepRefusal } from './errors.ts';
import { home, keyOf, postUrl } from './session.ts';
import { ask } from './xrpc.ts';

const limitMax = 100;

export const recentPosts: NonNullable<PlatformAdapter['recentPosts']> = async (call, { limit }) => {
  const actor = call.account.providerAccountId;
  const reply = await ask(call, home(call), (agent) =>
    agent.getAuthorFeed({ actor, limit: Math.min(limit, limitMax), filter: 'posts_no_replies' }),
  );
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  // A reason is why another's post stands in the feed: a repost.
  const own = reply.answer.feed.filter(({ reason, post }) => reason === undefined && post.author.did === actor);
  return { kind: 'posts', posts: own.flatMap(({ post }) => toRecentPost(call, post)) };
};

function toRecentPost(call: AccountCall, { uri, record, indexedAt, embed }: AppBskyFeedDefs.PostView): RecentPost[] {
  const key = keyOf(uri);
  const { text, createdAt } = record;
  const publishedAt = [createdAt, indexedAt]
    .map((at) => new Date(typeof at === 'string' ? at : Number.NaN))
    .find((at) => !Number.isNaN(at.getTime()));
  if (key === undefined || publishedAt === undefined) return [];
  return [
    {
      platformPostId: uri,
      platformPostUrl: postUrl(call, key),
      content: networkText(text, 10_000) ?? '',
      publishedAt,
      mediaItems: mediaOf(embed),
    },
  ];
}

/** By what the views have, since media may stand beside a quoted post. */
function mediaOf(embed: unknown): RecentPost['mediaItems'] {
  if (!isJsonObject(embed)) return [];
  if (isJsonObject(embed['media'])) return mediaOf(embed['media']);
  const images = [embed['images'], embed['items']].flat().filter(isJsonObject);
  if (images.length > 0) {
    return images.map(({ fullsize, thumb, thumbnail }) => ({
      type: 'image',
      url: webUrl(fullsize),
      thumbnail: webUrl(thumb ?? thumbnail),
    }));
  }
  const { playlist, thumbnail } = embed;
  return playlist === undefined ? [] : [{ type: 'video', url: webUrl(playlist), thumbnail: webUrl(thumbnail) }];
}
