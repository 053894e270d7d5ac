import { Type } from 'typebox';
import type { PostMetrics, ReadFollowers } from '../adapter.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount, withoutNulls } from '../meta/client.ts';
import { metaMetrics, metricsFrom, readInsights, type PostResult } from '../meta/insights.ts';
import { unwrap } from '../meta/tokens.ts';
import { countOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { InstagramCall } from './call.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

/** Stories have the first three groups only. */
const groups = ['views', 'reach', 'shares', 'likes,comments,saved'];
const sources = {
  impressions: ['views'],
  views: ['views'],
  reach: ['reach'],
  likes: ['likes'],
  comments: ['comments'],
  shares: ['shares'],
  saves: ['saved'],
};

export const metrics = metaMetrics({
  outcomes: { meaningOfError, toStepRefusal },
  scopes: scopes.publish,
  readPost: async (call, id) => {
    const result = await readInsights(call, `${encodeURIComponent(id)}/insights`, groups);
    if (result.kind === 'insights') {
      const { insights } = result;
      return insights.size > 0 ? { kind: 'post', metrics: metricsFrom(insights, sources) } : readCounters(call, id);
    }
    // Instagram also reports a story with few viewers as a missing permission.
    const hasNoInsights = result.kind === 'error' && meaningOfError(result.error) === 'scopeMissing';
    return hasNoInsights ? readCounters(call, id) : result;
  },
});

/** `like_count` is missing if the owner hides it. */
const readMedia = responseReader(
  Type.Object({ like_count: Type.Optional(Type.Unknown()), comments_count: Type.Optional(Type.Unknown()) }),
);

/** Needs no scope beyond publishing. */
async function readCounters(call: MetaAccountCall, id: string): Promise<PostResult> {
  const query = { fields: 'like_count,comments_count' };
  const reply = await callAsAccount(call, encodeURIComponent(id), { query });
  if (reply.kind !== 'ok') return reply;
  const { like_count: likes, comments_count: comments } = readMedia(withoutNulls(reply.json)) ?? {};
  const counts: PostMetrics = {
    ...(likes === undefined ? {} : { likes: countOf(likes) }),
    ...(comments === undefined ? {} : { comments: countOf(comments) }),
  };
  return { kind: 'post', metrics: counts };
}

const readMe = responseReader(Type.Object({ followers_count: Type.Unknown() }));

export const followers: ReadFollowers<InstagramCall> = async (call) => {
  const reply = await callAsAccount(call, 'me', { query: { fields: 'followers_count' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const me = readMe(withoutNulls(unwrap(reply.json)));
  if (me === undefined) return { kind: 'notDone', reason: 'the account could not be parsed' };
  return { kind: 'followers', count: countOf(me.followers_count) };
};
