import { countsFrom, type MetricCounts } from '../../src/domain/analytics/metrics.ts';

type Reading = { at: Date; counts: MetricCounts };

export type ModelPost = {
  /** The platform's ID if the post was published without Herald. */
  postId: string;
  isExternal: boolean;
  accountId: string;
  platform: string;
  platformPostId: string;
  publishedAt: Date;
  isDeleted: boolean;
  readings: Reading[];
};

const dayMs = 24 * 3_600_000;
const zero = countsFrom(() => 0);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const add = (one: MetricCounts, other: MetricCounts): MetricCounts => countsFrom((name) => one[name] + other[name]);
const rounded = (value: number): number => Math.round(value * 100) / 100;
const newest = ({ readings }: ModelPost): MetricCounts => readings.at(-1)?.counts ?? zero;
const engagement = ({ likes, comments, shares, saves }: MetricCounts): number => likes + comments + shares + saves;

/** Inclusive days. */
type ModelPeriod = { from: string; to: string };

const isWithin = (day: string, { from, to }: ModelPeriod): boolean => day >= from && day <= to;

function published(posts: readonly ModelPost[], period: ModelPeriod): ModelPost[] {
  return posts.filter((post) => !post.isDeleted && isWithin(dayOf(post.publishedAt), period));
}

export function expectedOverview(posts: readonly ModelPost[], period: ModelPeriod) {
  const sums = [...expectedNumbers(posts, period).values()];
  const rates = sums
    .filter(({ impressions }) => impressions > 0)
    .map((sum) => Math.round(((engagement(sum) + sum.clicks) / sum.impressions) * 10_000));
  return {
    totalPosts: sums.length,
    totals: sums.reduce(add, zero),
    avgEngagementRate:
      rates.length === 0 ? 0 : Math.round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length) / 100,
  };
}

export function expectedNumbers(posts: readonly ModelPost[], period: ModelPeriod): Map<string, MetricCounts> {
  const byPost = Map.groupBy(published(posts, period), ({ postId }) => postId);
  return new Map([...byPost].map(([postId, group]) => [postId, group.map(newest).reduce(add, zero)]));
}

type Day = { date: string; platform: string; counts: MetricCounts };

function toDailyMetrics(days: readonly Day[]) {
  const byDate = [...Map.groupBy(days, ({ date }) => date)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const countByPlatform = (group: readonly Day[]) =>
    Object.fromEntries([...Map.groupBy(group, ({ platform }) => platform)].map(([name, all]) => [name, all.length]));
  const sum = (group: readonly Day[]): MetricCounts => group.map(({ counts }) => counts).reduce(add, zero);
  return {
    dailyData: byDate.map(([date, group]) => ({
      ...{ date, postCount: group.length, platforms: countByPlatform(group), metrics: sum(group) },
    })),
    platformBreakdown: [...Map.groupBy(days, ({ platform }) => platform)]
      .map(([platform, group]) => ({ platform, postCount: group.length, ...sum(group) }))
      .toSorted((one, other) => (one.platform < other.platform ? -1 : 1)),
  };
}

export function expectedPublishDays(posts: readonly ModelPost[], period: ModelPeriod) {
  const days = published(posts, period).map((post) => ({
    ...{ date: dayOf(post.publishedAt), platform: post.platform, counts: newest(post) },
  }));
  return toDailyMetrics(days);
}

/** Deleted posts keep what they received. */
export function expectedReceivedDays(posts: readonly ModelPost[], period: ModelPeriod) {
  const days = posts.flatMap((post) => receivedOf(post).filter(({ date }) => isWithin(date, period)));
  return toDailyMetrics(days);
}

function receivedOf(post: ModelPost): Day[] {
  const [first] = post.readings;
  if (first === undefined) return [];
  const firstDayStart = Date.parse(dayOf(first.at));
  const wasOld = post.publishedAt.getTime() < firstDayStart - dayMs;
  const byDay = [...Map.groupBy(post.readings, ({ at }) => dayOf(at))];
  return byDay.flatMap(([date, readings], index) => {
    const last = readings.at(-1)?.counts ?? zero;
    const before = index === 0 ? (wasOld ? first.counts : zero) : (byDay[index - 1]?.[1].at(-1)?.counts ?? zero);
    const counts = countsFrom((name) => Math.max(0, last[name] - before[name]));
    const isAny = Object.values(counts).some((count) => count > 0);
    return isAny ? [{ date, platform: post.platform, counts }] : [];
  });
}

export function expectedTimeline(posts: readonly ModelPost[], postId: string, period: ModelPeriod) {
  const points = posts
    .filter((post) => post.postId === postId && !post.isDeleted)
    .flatMap((post) =>
      [...Map.groupBy(post.readings, ({ at }) => dayOf(at))].map(([date, readings]) => ({
        ...{ date, accountId: post.accountId, platform: post.platform, platformPostId: post.platformPostId },
        ...(readings.at(-1)?.counts ?? zero),
      })),
    )
    .filter(({ date }) => isWithin(date, period));
  return points
    .toSorted((one, other) => (`${one.date} ${one.accountId}` < `${other.date} ${other.accountId}` ? -1 : 1))
    .map(({ accountId: _accountId, ...point }) => point);
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function expectedSlots(posts: readonly ModelPost[]) {
  const read = posts.filter(({ isDeleted, readings }) => !isDeleted && readings.length > 0);
  const bySlot = Map.groupBy(read, ({ publishedAt }) => `${publishedAt.getUTCDay()} ${publishedAt.getUTCHours()}`);
  return [...bySlot]
    .map(([slot, group]) => {
      const [day, hour] = slot.split(' ').map(Number);
      const sum = group.map((post) => engagement(newest(post))).reduce((total, one) => total + one, 0);
      return {
        ...{ day_of_week: day ?? 0, day_name: dayNames[day ?? 0], hour: hour ?? 0 },
        ...{ avg_engagement: rounded(sum / group.length), post_count: group.length },
      };
    })
    .toSorted(
      (one, other) =>
        other.avg_engagement - one.avg_engagement ||
        other.post_count - one.post_count ||
        one.day_of_week - other.day_of_week ||
        one.hour - other.hour,
    );
}
