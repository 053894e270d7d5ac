import { Type } from 'typebox';
import type { Metrics, PostMetrics, ReadFollowers } from '../adapter.ts';
import { metricsOf, optionalCountOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { PinterestCall } from './call.ts';
import { callPinterest } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { analyticsScopes } from './scopes.ts';

const Counts = Type.Record(Type.String(), Type.Unknown());
const readPin = responseReader(Type.Object({ pin_metrics: Type.Object({ lifetime_metrics: Counts }) }));

/** Reads one pin at a time: analytics of several pins are a beta for few apps, and end after 90 days. */
export const metrics: Metrics<PinterestCall> = {
  postsMax: 1,
  read: async (call, posts) => {
    const byPostId = new Map<string, PostMetrics>();
    for (const { id } of posts) {
      const path = `/pins/${encodeURIComponent(id)}`;
      const reply = await callPinterest(call, { path, query: { pin_metrics: 'true' } });
      if (reply.kind === 'error' && reply.error.status === 404) continue;
      if (reply.kind !== 'ok') return toStepRefusal(reply, analyticsScopes.metrics);
      const pin = readPin(reply.json);
      if (pin !== undefined) byPostId.set(id, toMetrics(pin.pin_metrics.lifetime_metrics));
    }
    return { kind: 'metrics', byPostId };
  },
};

/** `clickthrough` counts clicks on the pin's link, not those that enlarge it. */
function toMetrics(counts: Readonly<Record<string, unknown>>): PostMetrics {
  const { impression, clickthrough, reaction, comment, save } = counts;
  return metricsOf({
    impressions: impression,
    views: impression,
    likes: reaction,
    comments: comment,
    saves: save,
    clicks: clickthrough,
  });
}

const readUser = responseReader(Type.Object({ follower_count: Type.Optional(Type.Unknown()) }));

export const followers: ReadFollowers<PinterestCall> = async (call) => {
  const reply = await callPinterest(call, { path: '/user_account' });
  if (reply.kind !== 'ok') return toStepRefusal(reply, analyticsScopes.followers);
  const user = readUser(reply.json);
  if (user === undefined) return { kind: 'notDone', reason: 'the account could not be parsed' };
  return { kind: 'followers', count: optionalCountOf(user.follower_count) };
};
