import { Type } from 'typebox';
import type { MetricName, Metrics, PostMetrics, ReadFollowers, Refusal } from '../adapter.ts';
import { countOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { LinkedinAccountCall, LinkedinCall } from './call.ts';
import { callRest, type LinkedinFailure } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { followersScope, metricsScope } from './scopes.ts';

const queryTypes = {
  impressions: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  saves: 'POST_SAVE',
  clicks: 'LINK_CLICKS',
} as const satisfies Partial<Record<MetricName, string>>;

type PostResult = { kind: 'post'; metrics: PostMetrics } | Refusal;

/** LinkedIn returns one metric of one post per request. */
export const metrics: Metrics<LinkedinCall> = {
  postsMax: 1,
  read: async (call, posts) => {
    const byPostId = new Map<string, PostMetrics>();
    for (const { id } of posts) {
      const post = await readPost(call, id);
      if (post.kind !== 'post') return post;
      if (Object.keys(post.metrics).length > 0) byPostId.set(id, post.metrics);
    }
    return { kind: 'metrics', byPostId };
  },
};

async function readPost(call: LinkedinAccountCall, urn: string): Promise<PostResult> {
  const counts: [string, number][] = [];
  for (const [name, queryType] of Object.entries(queryTypes)) {
    const result = await readMetric(call, urn, queryType);
    if (result.kind === 'missing') return { kind: 'post', metrics: {} };
    if (result.kind === 'count') counts.push([name, result.count]);
    else if (result.kind !== 'rejected' && result.kind !== 'none') return result;
  }
  return { kind: 'post', metrics: Object.fromEntries(counts) };
}

const readElements = responseReader(Type.Object({ elements: Type.Array(Type.Unknown()) }));
const readCount = responseReader(Type.Object({ count: Type.Unknown() }));

type MetricResult = { kind: 'count'; count: number } | { kind: 'none' } | { kind: 'missing' } | Refusal;

async function readMetric(call: LinkedinAccountCall, urn: string, queryType: string): Promise<MetricResult> {
  // Brackets and colon are query syntax: only the URN is encoded.
  const entity = `(${urn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'}:${encodeURIComponent(urn)})`;
  const query = `q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`;
  const reply = await callRest(call, { path: `memberCreatorPostAnalytics?${query}` });
  if (reply.kind === 'error' && reply.error.status === 404) return { kind: 'missing' };
  if (reply.kind !== 'ok') return refusalOf(reply, metricsScope);
  const body = readElements(reply.json);
  if (body === undefined) return { kind: 'notDone', reason: 'the metric could not be parsed' };
  const element = readCount(body.elements[0]);
  return element === undefined ? { kind: 'none' } : { kind: 'count', count: countOf(element.count) };
}

const readFollowers = responseReader(Type.Object({ memberFollowersCount: Type.Unknown() }));

export const followers: ReadFollowers<LinkedinCall> = async (call) => {
  const reply = await callRest(call, { path: 'memberFollowersCount', query: { q: 'me' } });
  if (reply.kind !== 'ok') return refusalOf(reply, followersScope);
  const element = readFollowers(readElements(reply.json)?.elements[0]);
  if (element === undefined) return { kind: 'notDone', reason: 'the followers could not be parsed' };
  return { kind: 'followers', count: countOf(element.memberFollowersCount) };
};

function refusalOf(failure: LinkedinFailure, scope: string): Refusal {
  const refusal = toStepRefusal(failure);
  return refusal.kind === 'scopeMissing' ? { kind: 'scopeMissing', scopes: [scope] } : refusal;
}
