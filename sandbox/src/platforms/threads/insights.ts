import { followersOf, statisticsOf } from '../../core/state/statistics.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { insightsParameters, readInsights } from '../meta/insights.ts';
import { graphRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { repliesTo, requirePost } from './posts.ts';

const platform = 'threads';

export const getPostInsights = graphRoute({
  method: 'GET',
  path: '/{post}/insights',
  operation: 'getPostInsights',
  scope: scopes.insights,
  parameters: insightsParameters,
  handle: (call, { person }, { metric }) => {
    const { post: id = '' } = call.request.params;
    const post = requirePost(call, call.store, id);
    if (post.ownerId !== person.userId) refuse(call, missingObject(call, id));
    const comments = repliesTo(call.store, post).length;
    const measured = { platform, id, createdAt: post.publishedAt, comments };
    const { views, likes, comments: replies, shares } = statisticsOf(call.store, call.clock.now(), measured);
    // Reposts stay within Threads, shares leave for other apps.
    const reposts = Math.ceil(shares / 2);
    const counts = { views, likes, replies, reposts, quotes: 0, shares: shares - reposts };
    return readInsights(call, metric, { id, counts });
  },
});

export const getAccountInsights = graphRoute({
  method: 'GET',
  path: '/{account}/threads_insights',
  operation: 'getAccountInsights',
  scope: scopes.insights,
  parameters: insightsParameters,
  handle: (call, { person: { userId: id, followersCount } }, { metric }) => {
    const followers_count = followersOf(call.store, call.clock.now(), { platform, id, followersCount });
    return readInsights(call, metric, { id, counts: { followers_count }, period: 'day' });
  },
});
