import type { AppBskyFeedDefs } from '@atproto/api';
import type { Metrics, PostMetrics, ReadFollowers } from '../adapter.ts';
import { countOf, metricsOf, optionalCountOf } from '../shared/counts.ts';
import type { BlueskyCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { home } from './session.ts';
import { callXrpc } from './xrpc.ts';

/** Bluesky counts no views. */
export const metrics: Metrics<BlueskyCall> = {
  postsMax: 25,
  read: async (call, posts) => {
    const uris = posts.map(({ id }) => id);
    const reply = await callXrpc(call, home(call), (agent) => agent.getPosts({ uris }));
    if (reply.kind !== 'ok') return toStepRefusal(reply);
    return { kind: 'metrics', byPostId: new Map(reply.data.posts.map((post) => [post.uri, toMetrics(post)])) };
  },
};

function toMetrics(post: AppBskyFeedDefs.PostView): PostMetrics {
  const { likeCount, replyCount, repostCount, quoteCount, bookmarkCount } = post;
  const shares = repostCount === undefined ? quoteCount : countOf(repostCount) + countOf(quoteCount);
  return metricsOf({ likes: likeCount, comments: replyCount, shares, saves: bookmarkCount });
}

export const followers: ReadFollowers<BlueskyCall> = async (call) => {
  const actor = call.account.providerAccountId;
  const reply = await callXrpc(call, home(call), (agent) => agent.getProfile({ actor }));
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  return { kind: 'followers', count: optionalCountOf(reply.data.followersCount) };
};
