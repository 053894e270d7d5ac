import { followersOf, statisticsOf, type Statistics } from '../../core/state/statistics.ts';
import { json } from '../../core/wire/reply.ts';
import { notFound, refuse, refuseQuery } from './errors.ts';
import { scopes } from './limits.ts';
import { posts } from './posts/posts.ts';
import { restRoute } from './rest-route.ts';

const platform = 'linkedin';

const countsOf = ({ impressions, reach, likes, comments, shares, saves, clicks }: Statistics) => ({
  IMPRESSION: impressions,
  MEMBERS_REACHED: reach,
  REACTION: likes,
  COMMENT: comments,
  RESHARE: shares,
  POST_SAVE: saves,
  POST_SEND: 0,
  LINK_CLICKS: clicks,
});

const entityPatterns = [/^\((share):(urn:li:share:\d+)\)$/, /^\((ugc):(urn:li:ugcPost:\d+)\)$/];

export const getPostAnalytics = restRoute({
  method: 'GET',
  path: '/memberCreatorPostAnalytics?q=entity',
  operation: 'getPostAnalytics',
  scope: scopes.postAnalytics,
  resource: 'memberCreatorPostAnalytics.FINDER-entity',
  restMethod: 'FINDER',
  query: { entity: 'string!', queryType: 'string!', aggregation: 'string' },
  handle: (call, { person }, { entity, queryType, aggregation = 'TOTAL' }) => {
    const [, key = '', urn = ''] = entityPatterns.map((pattern) => pattern.exec(entity)).find(Boolean) ?? [];
    if (urn === '') refuseQuery('entity', 'PARAM_INVALID');
    if (aggregation !== 'TOTAL') refuseQuery('aggregation', 'PARAM_INVALID');
    const post = posts.get(call.store, urn);
    if (post?.authorId !== person.id || post.isDeleted) refuse(notFound(`Entity ${urn}`));
    const measured = { platform, id: urn, createdAt: post.createdAt };
    const counts: Readonly<Record<string, number>> = countsOf(statisticsOf(call.store, call.clock.now(), measured));
    if (!Object.hasOwn(counts, queryType)) refuseQuery('queryType', 'PARAM_INVALID');
    const element = { count: counts[queryType], metricType: queryType, targetEntity: { [key]: urn } };
    return json(200, { paging: { start: 0, count: 10, links: [] }, elements: [element] });
  },
});

export const getFollowers = restRoute({
  method: 'GET',
  path: '/memberFollowersCount?q=me',
  operation: 'getFollowers',
  scope: scopes.profileAnalytics,
  resource: 'memberFollowersCount.FINDER-me',
  restMethod: 'FINDER',
  query: {},
  handle: (call, { person }) => {
    const memberFollowersCount = followersOf(call.store, call.clock.now(), { ...person, platform });
    return json(200, { paging: { start: 0, count: 10, links: [] }, elements: [{ memberFollowersCount }] });
  },
});
