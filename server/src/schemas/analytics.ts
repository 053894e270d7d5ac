import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Id, Nullable, Pagination, Timestamp } from './common.ts';

const Day = Type.String({ description: 'A day in UTC.', examples: ['2026-03-02'] });
const period = (days: number) => ({
  fromDate: Type.Optional(
    Type.String({
      description:
        `Inclusive: a timestamp or a day in UTC. Default: ${days} days before \`toDate\`. A period has at most 366 days: ` +
        'an earlier date is moved.',
    }),
  ),
  toDate: Type.Optional(Type.String({ description: 'Inclusive: a timestamp or a day in UTC. Default: now.' })),
});

export const followerStatsDays = 30;

export const FollowerStatsQuery = Type.Object({
  accountIds: Type.Optional(
    Type.String({ description: 'IDs of accounts, separated by commas. Default: every account that the key can see.' }),
  ),
  profileId: Type.Optional(Type.String()),
  ...period(followerStatsDays),
  granularity: Type.Enum(['daily', 'weekly', 'monthly'], {
    default: 'daily',
    description: 'The last day of each week or month stands for it, with the date of its Monday or first day.',
  }),
});
export type FollowerStatsQuery = Static<typeof FollowerStatsQuery>;

const Followers = Type.Integer({ minimum: 0 });

export const FollowerStats = Type.Object(
  {
    accounts: Type.Array(
      Type.Object({
        _id: Id('acc_'),
        platform: PlatformName,
        username: Type.String(),
        currentFollowers: Nullable(Followers),
        growth: Type.Integer({ description: 'The last day of the period minus its first.' }),
        growthPercentage: Type.Number(),
        dataPoints: Type.Integer({ description: 'How many entries `stats` has for the account.' }),
      }),
    ),
    stats: Type.Record(Type.String(), Type.Array(Type.Object({ date: Day, followers: Followers })), {
      description: 'By account, oldest first. Days on which Herald could not read the number are missing.',
    }),
    dateRange: Type.Object({ from: Day, to: Day }),
    granularity: Type.Enum(['daily', 'weekly', 'monthly']),
  },
  { title: 'FollowerStats' },
);
export type FollowerStats = Static<typeof FollowerStats>;

const count = Type.Integer({ minimum: 0 });
const metrics = {
  impressions: count,
  reach: count,
  likes: count,
  comments: count,
  shares: count,
  saves: count,
  clicks: count,
  views: count,
};

export const Metrics = Type.Object(
  {
    ...metrics,
    engagementRate: Type.Number({
      description: 'Likes, comments, shares, saves and clicks in percent of the impressions; 0 without impressions.',
    }),
    lastUpdated: Nullable(Timestamp),
  },
  {
    title: 'Metrics',
    description: 'Numbers since the post was published. Those that a platform does not report are 0.',
  },
);

const SyncStatus = Type.Enum(['synced', 'pending', 'failed'], {
  description: '`pending`: no numbers have been read yet. `failed`: the last attempt failed; older numbers are kept.',
});

const PlatformAnalytics = Type.Object({
  platform: PlatformName,
  status: Type.String(),
  platformPostId: Type.String(),
  accountId: Id('acc_'),
  accountUsername: Type.String(),
  analytics: Metrics,
  syncStatus: SyncStatus,
  platformPostUrl: Nullable(Type.String()),
  errorMessage: Nullable(Type.String({ description: 'Why the last attempt to read the numbers failed.' })),
});

export const MediaType = Nullable(Type.Enum(['image', 'video', 'text', 'carousel']));
export const MediaItems = Type.Array(
  Type.Object({ type: Type.String(), url: Nullable(Type.String()), thumbnail: Nullable(Type.String()) }),
);

export const PostAnalytics = Type.Object(
  {
    postId: Type.String(),
    postzenPostId: Nullable(Type.String({ description: "Herald's ID of the post, if Herald published it." })),
    status: Type.String(),
    content: Type.String(),
    scheduledFor: Nullable(Timestamp),
    publishedAt: Timestamp,
    analytics: Metrics,
    platformAnalytics: Type.Array(PlatformAnalytics),
    platform: PlatformName,
    platformPostUrl: Nullable(Type.String()),
    isExternal: Type.Boolean(),
    syncStatus: SyncStatus,
    message: Nullable(Type.String()),
    thumbnailUrl: Nullable(Type.String()),
    mediaType: MediaType,
    mediaItems: MediaItems,
  },
  { title: 'PostAnalytics' },
);
export type PostAnalytics = Static<typeof PostAnalytics>;

const filter = {
  platform: Type.Optional(Type.String({ description: 'A platform value, or `all`.' })),
  profileId: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String()),
  source: Type.Enum(['all', 'postzen', 'external'], {
    default: 'all',
    description: '`postzen`: posts that Herald published. `external`: all others.',
  }),
};

export const analyticsDays = 90;

export const AnalyticsQuery = Type.Object({
  postId: Type.Optional(
    Type.String({ description: "Herald's ID of a post, or the platform's. Returns its analytics instead of a list." }),
  ),
  ...filter,
  ...period(analyticsDays),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  page: Type.Integer({ minimum: 1, maximum: 999_999_999, default: 1 }),
  sortBy: Type.Enum(['date', 'engagement', ...Object.keys(metrics)] as SortName[], { default: 'date' }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc' }),
});
type SortName = 'date' | 'engagement' | keyof typeof metrics;
export type AnalyticsQuery = Static<typeof AnalyticsQuery>;

export const AnalyticsExportQuery = Type.Omit(AnalyticsQuery, ['postId', 'page', 'limit']);
export type AnalyticsExportQuery = Static<typeof AnalyticsExportQuery>;

export const AnalyticsList = Type.Object(
  {
    posts: Type.Array(PostAnalytics),
    pagination: Pagination,
    overview: Type.Object({
      totalPosts: count,
      totals: Type.Object(metrics),
      avgEngagementRate: Type.Number({ description: 'The mean of all posts with impressions.' }),
    }),
    truncated: Type.Boolean({ description: 'Whether there were more than 5,000 posts: only the newest 5,000 count.' }),
  },
  { title: 'AnalyticsList' },
);
export type AnalyticsList = Static<typeof AnalyticsList>;

export const dailyMetricsDays = 180;

export const DailyMetricsQuery = Type.Object({
  ...filter,
  ...period(dailyMetricsDays),
  attribution: Type.Enum(['publish', 'received'], {
    default: 'publish',
    description:
      '`publish`: all numbers of a post count on the day it was published. `received`: numbers count on the day on which ' +
      'Herald saw them grow.',
  }),
});
export type DailyMetricsQuery = Static<typeof DailyMetricsQuery>;

export const DailyMetrics = Type.Object(
  {
    dailyData: Type.Array(
      Type.Object({
        date: Day,
        postCount: Type.Integer({ minimum: 0, description: 'A post on several platforms counts once per platform.' }),
        platforms: Type.Record(Type.String(), count, { description: 'The number of posts by platform.' }),
        metrics: Type.Object(metrics),
      }),
    ),
    platformBreakdown: Type.Array(Type.Object({ platform: PlatformName, postCount: count, ...metrics })),
  },
  { title: 'DailyMetrics' },
);
export type DailyMetrics = Static<typeof DailyMetrics>;

export const BestTimeQuery = Type.Object(filter);
export type BestTimeQuery = Static<typeof BestTimeQuery>;

export const BestTime = Type.Object(
  {
    slots: Type.Array(
      Type.Object({
        day_of_week: Type.Integer({ minimum: 0, maximum: 6, description: '0 is Sunday.' }),
        day_name: Type.String(),
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        avg_engagement: Type.Number({ description: 'Likes, comments, shares and saves per post.' }),
        post_count: count,
      }),
      { description: 'Best first.' },
    ),
    timezone: Type.Literal('UTC'),
  },
  { title: 'BestTime' },
);
export type BestTime = Static<typeof BestTime>;

export const MetricTimelineQuery = Type.Object({
  postId: Type.String({ description: "Herald's ID of the post, or the platform's." }),
  ...period(analyticsDays),
});
export type MetricTimelineQuery = Static<typeof MetricTimelineQuery>;

export const MetricTimeline = Type.Object(
  {
    postId: Type.String(),
    timeline: Type.Array(
      Type.Object({ date: Day, platform: PlatformName, platformPostId: Type.String(), ...metrics }),
      { description: 'The last numbers of each day on which they were read, oldest first.' },
    ),
  },
  { title: 'MetricTimeline' },
);
export type MetricTimeline = Static<typeof MetricTimeline>;
