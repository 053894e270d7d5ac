type MetricColumns = Readonly<
  Record<'impressions' | 'reach' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks' | 'views', number>
>;

export type PlatformPostRow = MetricColumns & {
  ownerId: string;
  accountId: string;
  platformPostId: string;
  postId: string;
  publishedAt: Date;
  baseline: MetricColumns | null;
  measuredAt: Date | null;
  errorMessage: string | null;
  metricsDueAt: Date | null;
};
