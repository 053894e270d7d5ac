import type { AppBskyFeedDefs } from '@atproto/api';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { ExternalPost, ExternalPosts, PostSearch } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { home, keyOf, postUri, postUrl } from './session.ts';
import { callXrpc } from './xrpc.ts';

const limitMax = 100;

export const externalPosts: ExternalPosts<BlueskyCall> = {
  list: async (call, { limit }) => {
    const actor = call.account.providerAccountId;
    const reply = await callXrpc(call, home(call), (agent) =>
      agent.getAuthorFeed({ actor, limit: Math.min(limit, limitMax), filter: 'posts_no_replies' }),
    );
    if (reply.kind !== 'ok') return toStepRefusal(reply);
    // Items with a `reason` are reposts.
    const own = reply.data.feed.filter(({ reason, post }) => reason === undefined && post.author.did === actor);
    return { kind: 'posts', posts: own.flatMap(({ post }) => toExternalPost(call, post)) };
  },

  find: async (call, search) => {
    const key = ownKeyOf(call, search);
    if (key === undefined) return { kind: 'post', post: undefined };
    const uri = postUri(call, key);
    const reply = await callXrpc(call, home(call), (agent) => agent.getPosts({ uris: [uri] }));
    if (reply.kind !== 'ok') return toStepRefusal(reply);
    const [post] = reply.data.posts.filter((one) => one.uri === uri).flatMap((one) => toExternalPost(call, one));
    return { kind: 'post', post };
  },
};

const uriPattern = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([\w.~:-]{1,512})$/;
const urlPattern = /^https:\/\/(?:www\.)?bsky\.app\/profile\/([^/?#]+)\/post\/([\w.~:-]{1,512})\/?(?:[?#]|$)/i;

function ownKeyOf({ account }: BlueskyAccountCall, search: PostSearch): string | undefined {
  const [, actor = '', key] = ('id' in search ? uriPattern.exec(search.id) : urlPattern.exec(search.url)) ?? [];
  const isOwn = actor === account.providerAccountId || actor.toLowerCase() === account.username.toLowerCase();
  return isOwn ? key : undefined;
}

function toExternalPost(
  call: BlueskyAccountCall,
  { uri, record, indexedAt, embed }: AppBskyFeedDefs.PostView,
): ExternalPost[] {
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
      content: platformText(text, 10_000) ?? '',
      publishedAt,
      mediaItems: mediaOf(embed),
    },
  ];
}

/** Reads the view's fields rather than its type, because media may accompany a quoted post. */
function mediaOf(embed: unknown): ExternalPost['mediaItems'] {
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
