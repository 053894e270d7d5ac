export const metricNames = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'views'] as const;

type MetricColumns = Readonly<Record<(typeof metricNames)[number], number>>;

export type PlatformPostRow = MetricColumns & {
  ownerId: string;
  accountId: string;
  platformPostId: string;
  /** Null for posts published without Herald. */
  postId: string | null;
  publishedAt: Date;
  baseline: MetricColumns | null;
  measuredAt: Date | null;
  errorMessage: string | null;
  metricsDueAt: Date | null;
};

export type ExternalPostRow = {
  accountId: string;
  platformPostId: string;
  platformPostUrl: string | null;
  content: string;
  media: readonly { type: 'image' | 'video'; url?: string; thumbnail?: string }[];
};

export type FormerAccountRow = {
  id: string;
  ownerId: string;
  profileId: string;
  platform: string;
  providerAccountId: string;
  username: string;
};
