import { Type } from 'typebox';
import type { Metrics, PostMetrics, ReadFollowers } from '../adapter.ts';
import { metricsOf, optionalCountOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { TiktokCall } from './call.ts';
import { callTiktok } from './client.ts';
import { toReadRefusal } from './errors.ts';
import { analyticsScopes } from './scopes.ts';
import { isVideoId, VideoId } from './video-list.ts';

const Count = Type.Optional(Type.Unknown());
const Video = Type.Object({
  id: VideoId,
  view_count: Count,
  like_count: Count,
  comment_count: Count,
  share_count: Count,
});
const readVideo = responseReader(Video);

const fields = 'id,view_count,like_count,comment_count,share_count';

export const metrics: Metrics<TiktokCall> = {
  postsMax: 20,
  read: async (call, posts) => {
    const ids = posts.map(({ id }) => id).filter(isVideoId);
    if (ids.length === 0) return { kind: 'metrics', byPostId: new Map() };
    const json = { filters: { video_ids: ids } };
    const reply = await callTiktok(call, { path: '/v2/video/query/', query: { fields }, json });
    if (reply.kind !== 'ok') return toReadRefusal(reply, analyticsScopes.metrics);
    const { videos = [] } = reply.data;
    if (!Array.isArray(videos)) return { kind: 'notDone', reason: 'the list could not be parsed' };
    return { kind: 'metrics', byPostId: new Map(videos.flatMap(toEntry)) };
  },
};

function toEntry(value: unknown): (readonly [string, PostMetrics])[] {
  const video = readVideo(value);
  if (video === undefined) return [];
  const { view_count: views, like_count: likes, comment_count: comments, share_count: shares } = video;
  return [[String(video.id), metricsOf({ impressions: views, views, likes, comments, shares })]];
}

const readUser = responseReader(Type.Object({ user: Type.Object({ follower_count: Count }) }));

export const followers: ReadFollowers<TiktokCall> = async (call) => {
  const reply = await callTiktok(call, { path: '/v2/user/info/', query: { fields: 'follower_count' } });
  if (reply.kind !== 'ok') return toReadRefusal(reply, analyticsScopes.followers);
  const user = readUser(reply.data)?.user;
  if (user === undefined) return { kind: 'notDone', reason: 'the account could not be parsed' };
  return { kind: 'followers', count: optionalCountOf(user.follower_count) };
};
