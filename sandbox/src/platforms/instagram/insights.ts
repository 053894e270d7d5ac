import { refuse } from '../meta/errors.ts';
import { insightsParameters, readInsights } from '../meta/insights.ts';
import { requireMedia } from './comment-routes.ts';
import { graphRoute } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { statisticsOfMedia, type ProductType } from './media.ts';

const deadMetrics = ['impressions', 'plays', 'video_views', 'clips_replays_count'];

const isUnsupported = (metric: string, productType: ProductType): boolean =>
  productType === 'STORY' ? ['likes', 'comments', 'saved'].includes(metric) : metric === 'replies';

/** Expired stories have no insights; those with few viewers are refused. */
export const getMediaInsights = graphRoute({
  method: 'GET',
  path: '/{media}/insights',
  operation: 'getMediaInsights',
  scope: scopes.insights,
  parameters: insightsParameters,
  handle: (call, { person }, { metric }) => {
    const media = requireMedia(call, call.store, person);
    const { views, reach, likes, comments, shares, saves } = statisticsOfMedia(call, media);
    const isStory = media.productType === 'STORY';
    const total_interactions = isStory ? shares : likes + comments + shares + saves;
    const insights = readInsights(call, metric, {
      id: media.id,
      counts: { views, reach, likes, comments, shares, saved: saves, total_interactions, replies: 0 },
      refusalOf: (name) => {
        if (deadMetrics.includes(name)) {
          return `Starting from version v22.0 and above, the ${name} metric is no longer supported for the queried media.`;
        }
        return isUnsupported(name, media.productType)
          ? `The Media Insights API does not support the ${name} metric for this media product type.`
          : undefined;
      },
    });
    if (isStory && media.publishedAt <= call.clock.now() - limits.storyMs) return { data: [] };
    if (isStory && reach < limits.storyReachMin) {
      refuse(call, { message: '(#10) Not enough viewers for the media to show insights', code: 10 });
    }
    return insights;
  },
});
