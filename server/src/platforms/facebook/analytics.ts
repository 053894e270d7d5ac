import { Type } from 'typebox';
import type { PostMetrics, ReadFollowers } from '../adapter.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount, GraphId, withoutNulls } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { metaMetrics, metricsFrom, readInsights, type PostResult } from '../meta/insights.ts';
import { countOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { FacebookCall } from './call.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const groups = ['post_media_view', 'post_total_media_view_unique', 'post_clicks'];
const sources = {
  impressions: ['post_media_view'],
  views: ['post_media_view'],
  reach: ['post_total_media_view_unique'],
  clicks: ['post_clicks'],
};

/** Reactions, comments and shares need no insights. */
export const metrics = metaMetrics({
  outcomes: { meaningOfError, toStepRefusal },
  scopes: scopes.publish,
  readPost: async (call, id) => {
    const post = await findPost(call, id);
    if (post.kind !== 'id') return post;
    const path = encodeURIComponent(post.id);
    const counters = await readCounters(call, path);
    if (counters.kind !== 'post') return counters;
    const result = await readInsights(call, `${path}/insights`, groups);
    if (result.kind === 'insights') {
      return { kind: 'post', metrics: { ...counters.metrics, ...metricsFrom(result.insights, sources) } };
    }
    const isDenied = result.kind === 'error' && meaningOfError(result.error) === 'scopeMissing';
    return isDenied ? counters : result;
  },
});

const readVideo = responseReader(Type.Object({ post_id: Type.Optional(GraphId) }));

/** Numbers belong to posts, whose IDs begin with the Page's. A video's post may share its ID. */
async function findPost(call: MetaAccountCall, id: string): Promise<{ kind: 'id'; id: string } | GraphFailure> {
  if (id.includes('_')) return { kind: 'id', id };
  const reply = await callAsAccount(call, encodeURIComponent(id), { query: { fields: 'post_id' } });
  if (reply.kind !== 'ok') return reply;
  const postId = String(readVideo(withoutNulls(reply.json))?.post_id ?? id);
  return { kind: 'id', id: postId.includes('_') ? postId : `${call.account.providerAccountId}_${postId}` };
}

const Total = Type.Optional(Type.Object({ summary: Type.Object({ total_count: Type.Unknown() }) }));
const readPost = responseReader(
  Type.Object({
    reactions: Total,
    comments: Total,
    shares: Type.Optional(Type.Object({ count: Type.Unknown() })),
  }),
);
const counterFields = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)';

async function readCounters(call: MetaAccountCall, path: string): Promise<PostResult> {
  const reply = await callAsAccount(call, path, { query: { fields: counterFields } });
  if (reply.kind !== 'ok') return reply;
  const post = readPost(withoutNulls(reply.json));
  if (post === undefined) return { kind: 'lost', reason: 'the post could not be parsed' };
  const { reactions, comments, shares } = post;
  const counts: PostMetrics = {
    ...(reactions === undefined ? {} : { likes: countOf(reactions.summary.total_count) }),
    ...(comments === undefined ? {} : { comments: countOf(comments.summary.total_count) }),
    // Facebook omits the shares of a post that nobody has shared.
    shares: countOf(shares?.count),
  };
  return { kind: 'post', metrics: counts };
}

const readPage = responseReader(Type.Object({ followers_count: Type.Unknown() }));

export const followers: ReadFollowers<FacebookCall> = async (call) => {
  const reply = await callAsAccount(call, call.account.providerAccountId, { query: { fields: 'followers_count' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const page = readPage(withoutNulls(reply.json));
  if (page === undefined) return { kind: 'notDone', reason: 'the Page could not be parsed' };
  return { kind: 'followers', count: countOf(page.followers_count) };
};
