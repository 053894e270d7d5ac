import { Type, type Static } from 'typebox';
import { AccountId, Count, Flag, List, Nullable, pageQuery, Pagination, PlatformName } from './common.ts';
import { PlatformPostId, PlatformPostUrl, Text, Timestamp, Url, Username } from './common.ts';

const Day = Text('A day in UTC.', '2026-03-02');
const ofProfile = Type.Optional(Type.String({ description: 'Only accounts of this profile.' }));
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
  profileId: ofProfile,
  ...period(followerStatsDays),
  granularity: Type.Enum(['daily', 'weekly', 'monthly'], {
    default: 'daily',
    description: 'The last day of each week or month stands for it, with the date of its Monday or first day.',
  }),
});
export type FollowerStatsQuery = Static<typeof FollowerStatsQuery>;

const Followers = Count('The number of followers.', 1204);

export const FollowerStats = Type.Object(
  {
    accounts: List(
      'The accounts that match.',
      Type.Object({
        _id: AccountId,
        platform: PlatformName,
        username: Username,
        currentFollowers: Nullable(Followers),
        growth: Type.Integer({ description: 'The last day of the period minus its first.', examples: [36] }),
        growthPercentage: Type.Number({ description: '`growth` in percent of the first day.', examples: [3.08] }),
        dataPoints: Count('How many entries `stats` has for the account.', 1),
      }),
    ),
    stats: Type.Record(Type.String(), Type.Array(Type.Object({ date: Day, followers: Followers })), {
      description: 'By account, oldest first. Days on which Herald could not read the number are missing.',
      examples: [{ acc_0mh2k5n8q1t4w7z0c3f6j9m2: [{ date: '2026-03-02', followers: 1204 }] }],
    }),
    dateRange: Type.Object({ from: Day, to: Day }, { description: 'The period, both days included.' }),
    granularity: Type.Enum(['daily', 'weekly', 'monthly'], { description: 'The `granularity` of the request.' }),
  },
  { title: 'FollowerStats', description: 'The number of followers over time.' },
);
export type FollowerStats = Static<typeof FollowerStats>;

const metrics = {
  impressions: Count('How often it was shown.', 1840),
  reach: Count('How many people saw it.', 1320),
  likes: Count('Likes and other reactions.', 96),
  comments: Count('Comments.', 12),
  shares: Count('Shares and reposts.', 7),
  saves: Count('How often it was saved.', 9),
  clicks: Count('Clicks on links.', 31),
  views: Count('Plays of a video.', 0),
};

export const Metrics = Type.Object(
  {
    ...metrics,
    engagementRate: Type.Number({
      description: 'Likes, comments, shares, saves and clicks in percent of the impressions; 0 without impressions.',
      examples: [8.42],
    }),
    lastUpdated: Nullable(Timestamp('When the numbers were last read.')),
  },
  {
    title: 'Metrics',
    description: 'Numbers since the post was published. Those that a platform does not report are 0.',
  },
);

const SyncStatus = Type.Enum(['synced', 'pending', 'failed'], {
  description: '`pending`: no numbers have been read yet. `failed`: the last attempt failed; older numbers are kept.',
});

const PostStatus = Text('Status of the post.', 'published');
const PostContent = Text('Text of the post.', 'Our spring menu is here.');

const PlatformAnalytics = Type.Object(
  {
    platform: PlatformName,
    status: PostStatus,
    platformPostId: PlatformPostId,
    accountId: AccountId,
    accountUsername: Username,
    analytics: Metrics,
    syncStatus: SyncStatus,
    platformPostUrl: Nullable(PlatformPostUrl),
    errorMessage: Nullable(Text('Why the last attempt to read the numbers failed.', 'The platform asks to wait')),
  },
  { 'x-example': { errorMessage: null } },
);

export const MediaType = Nullable(
  Type.Enum(['image', 'video', 'text', 'carousel'], { description: 'What the post consists of.' }),
);
export const MediaItems = List(
  'The files of the post.',
  Type.Object({
    type: Text('The kind of file.', 'image'),
    url: Nullable(Url('URL of the file.', 'https://cdn.example.com/media/beans.jpg')),
    thumbnail: Nullable(Url('URL of a preview image.', 'https://cdn.example.com/media/beans-small.jpg')),
  }),
);

export const PostAnalytics = Type.Object(
  {
    postId: Text("Herald's ID of the post, or the platform's.", 'pst_0mh2k5n8q1t4w7z0c3f6j9m2'),
    postzenPostId: Nullable(Text("Herald's ID of the post, if Herald published it.", 'pst_0mh2k5n8q1t4w7z0c3f6j9m2')),
    status: PostStatus,
    content: PostContent,
    scheduledFor: Nullable(Timestamp('When it was due.')),
    publishedAt: Timestamp('When it was published.'),
    analytics: Metrics,
    platformAnalytics: List('The numbers of each platform.', PlatformAnalytics),
    platform: PlatformName,
    platformPostUrl: Nullable(PlatformPostUrl),
    isExternal: Flag('Whether it was published without Herald.'),
    syncStatus: SyncStatus,
    message: Nullable(
      Text('Why numbers are missing, for humans.', 'The numbers have not been read yet: try again in a few minutes'),
    ),
    thumbnailUrl: Nullable(Url('A preview image.', 'https://cdn.example.com/media/beans-small.jpg')),
    mediaType: MediaType,
    mediaItems: MediaItems,
  },
  { title: 'PostAnalytics', 'x-example': { isExternal: false, message: null }, description: 'The numbers of a post.' },
);
export type PostAnalytics = Static<typeof PostAnalytics>;

const filter = {
  platform: Type.Optional(Type.String({ title: 'PlatformFilter', description: 'A platform, or `all`.' })),
  profileId: ofProfile,
  accountId: Type.Optional(Type.String({ description: 'Only this account.' })),
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
  ...pageQuery(100, 50),
  sortBy: Type.Enum(['date', 'engagement', ...Object.keys(metrics)] as SortName[], {
    default: 'date',
    description: 'The time of publishing, the engagement rate or one of the numbers.',
  }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc', description: 'The direction of `sortBy`.' }),
});
type SortName = 'date' | 'engagement' | keyof typeof metrics;
export type AnalyticsQuery = Static<typeof AnalyticsQuery>;

export const AnalyticsExportQuery = Type.Omit(AnalyticsQuery, ['postId', 'page', 'limit']);
export type AnalyticsExportQuery = Static<typeof AnalyticsExportQuery>;

export const AnalyticsList = Type.Object(
  {
    posts: List('One page of posts.', PostAnalytics),
    pagination: Pagination,
    overview: Type.Object(
      {
        totalPosts: Count('The number of posts.', 1),
        totals: Type.Object(metrics, { description: 'The sum of each number.' }),
        avgEngagementRate: Type.Number({ description: 'The mean of all posts with impressions.', examples: [8.42] }),
      },
      { description: 'All posts together, not only this page.' },
    ),
    truncated: Flag('Whether there were more than 5,000 posts: only the newest 5,000 count.', false),
  },
  { title: 'AnalyticsList', description: 'Posts with their numbers.' },
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

const postCount = Count('A post on several platforms counts once per platform.', 1);

export const DailyMetrics = Type.Object(
  {
    dailyData: List(
      'Days with data, oldest first.',
      Type.Object({
        date: Day,
        postCount,
        platforms: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
          description: 'The number of posts by platform.',
          examples: [{ instagram: 1 }],
        }),
        metrics: Type.Object(metrics, { description: 'The sum of each number.' }),
      }),
    ),
    platformBreakdown: List(
      'The sums of each platform.',
      Type.Object({ platform: PlatformName, postCount, ...metrics }),
    ),
  },
  { title: 'DailyMetrics', description: 'Numbers by day and by platform.' },
);
export type DailyMetrics = Static<typeof DailyMetrics>;

export const BestTimeQuery = Type.Object(filter);
export type BestTimeQuery = Static<typeof BestTimeQuery>;

export const BestTime = Type.Object(
  {
    slots: Type.Array(
      Type.Object({
        day_of_week: Type.Integer({ minimum: 0, maximum: 6, description: '0 is Sunday.', examples: [2] }),
        day_name: Text('The day in English.', 'Tuesday'),
        hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour in UTC.', examples: [9] }),
        avg_engagement: Type.Number({ description: 'Likes, comments, shares and saves per post.', examples: [124] }),
        post_count: Count('The number of posts in that hour.', 4),
      }),
      { description: 'Best first.' },
    ),
    timezone: Type.Literal('UTC', { description: 'The time zone of `hour`.' }),
  },
  { title: 'BestTime', description: 'Hours of the week by engagement.' },
);
export type BestTime = Static<typeof BestTime>;

export const MetricTimelineQuery = Type.Object({
  postId: Type.String({ description: "Herald's ID of the post, or the platform's." }),
  ...period(analyticsDays),
});
export type MetricTimelineQuery = Static<typeof MetricTimelineQuery>;

export const MetricTimeline = Type.Object(
  {
    postId: Text('The `postId` of the request.', 'pst_0mh2k5n8q1t4w7z0c3f6j9m2'),
    timeline: Type.Array(
      Type.Object({ date: Day, platform: PlatformName, platformPostId: PlatformPostId, ...metrics }),
      { description: 'The last numbers of each day on which they were read, oldest first.' },
    ),
  },
  { title: 'MetricTimeline', description: 'The numbers of a post over time.' },
);
export type MetricTimeline = Static<typeof MetricTimeline>;
