import { Type } from 'typebox';
import type { Metrics, PostMetrics, ReadFollowers } from '../adapter.ts';
import { metricsOf, optionalCountOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { YoutubeCall } from './call.ts';
import { callYoutube } from './client.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const Counts = Type.Record(Type.String(), Type.Unknown());
const readVideo = responseReader(Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,32}$' }), statistics: Counts }));

/** Shares would need the YouTube Analytics API and another scope. */
export const metrics: Metrics<YoutubeCall> = {
  postsMax: 50,
  read: async (call, posts) => {
    const query = { part: 'statistics', id: posts.map(({ id }) => id).join(',') };
    const reply = await callYoutube(call, { url: '/youtube/v3/videos', query });
    if (reply.kind !== 'ok') return toStepRefusal(call, reply, scopes.analytics);
    const { items = [] } = reply.json;
    if (!Array.isArray(items)) return { kind: 'notDone', reason: 'the list could not be parsed' };
    const videos = items.map(readVideo).filter((video) => video !== undefined);
    return { kind: 'metrics', byPostId: new Map(videos.map(({ id, statistics }) => [id, toMetrics(statistics)])) };
  },
};

/** YouTube leaves out hidden likes and disabled comments. */
function toMetrics({ viewCount: views, likeCount, commentCount }: Readonly<Record<string, unknown>>): PostMetrics {
  return metricsOf({ impressions: views, views, likes: likeCount, comments: commentCount });
}

const readChannel = responseReader(Type.Object({ id: Type.String(), statistics: Counts }));

export const followers: ReadFollowers<YoutubeCall> = async (call) => {
  const query = { part: 'statistics', mine: 'true' };
  const reply = await callYoutube(call, { url: '/youtube/v3/channels', query });
  if (reply.kind !== 'ok') return toStepRefusal(call, reply, scopes.analytics);
  const { items = [] } = reply.json;
  const channels = Array.isArray(items) ? items.map(readChannel) : [];
  const channel = channels.find((each) => each?.id === call.account.providerAccountId);
  if (channel === undefined) return { kind: 'notDone', reason: 'the channel is not in the response' };
  const { hiddenSubscriberCount, subscriberCount } = channel.statistics;
  return { kind: 'followers', count: hiddenSubscriberCount === true ? undefined : optionalCountOf(subscriberCount) };
};
