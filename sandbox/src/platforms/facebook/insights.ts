import { missingObject, refuse } from '../meta/errors.ts';
import { insightsParameters, readInsights } from '../meta/insights.ts';
import { pageRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { findPublished } from './posts.ts';
import { statisticsOfPublished } from './statistics.ts';

/** Versions without the metrics of media views. */
const oldVersions = ['v21.0', 'v22.0'];
const newMetrics = ['post_media_view', 'post_total_media_view_unique'];

export const getPostInsights = pageRoute({
  method: 'GET',
  path: '/{owner}_{story}/insights',
  operation: 'getPostInsights',
  scope: scopes.insights,
  parameters: insightsParameters,
  handle: (call, { page }, { metric }) => {
    const { owner = '', story = '', version = '' } = call.request.params;
    const id = `${owner}_${story}`;
    const published = findPublished(call.store, page.id, id) ?? refuse(call, missingObject(call, id));
    const { views, reach, clicks } = statisticsOfPublished(call, page, published);
    const counts = { post_media_view: views, post_total_media_view_unique: reach, post_clicks: clicks };
    const isKnown = (name: string): boolean =>
      Object.hasOwn(counts, name) && !(oldVersions.includes(version) && newMetrics.includes(name));
    return readInsights(call, metric, {
      id,
      counts,
      refusalOf: (name) => (isKnown(name) ? undefined : 'The value must be a valid insights metric'),
    });
  },
});
