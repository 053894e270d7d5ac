import { AppError } from '../../kernel/errors.ts';
import { followerStatsDays, type FollowerStats, type FollowerStatsQuery } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { findAccountsBy } from '../accounts/list-accounts.ts';
import type { Ctx } from '../context.ts';
import { selectFollowerDays, selectLatestFollowers, type FollowerDay } from './follower-store.ts';
import { readPeriod } from './read-period.ts';

type Point = { date: string; followers: number };

export async function getFollowerStats(ctx: Ctx, query: FollowerStatsQuery): Promise<FollowerStats> {
  const { granularity } = query;
  const { firstDay: from, lastDay: to } = readPeriod(ctx, query, followerStatsDays);
  const accounts = await readAccounts(ctx, query);
  const accountIds = accounts.map(({ id }) => id);
  const scope = scopeOf(ctx.caller);
  const days = Map.groupBy(
    await selectFollowerDays(ctx.db, scope, { accountIds, from, to }),
    ({ accountId }) => accountId,
  );
  const latest = await selectLatestFollowers(ctx.db, scope, accountIds);
  const stats = accounts.map(({ id }): [string, Point[]] => [id, lastOfEach(days.get(id) ?? [], granularity)]);
  return {
    accounts: accounts.map(({ id, platform, username }, index) => ({
      ...{ _id: id, platform, username, currentFollowers: latest.get(id) ?? null },
      ...growthOf(days.get(id) ?? []),
      dataPoints: stats[index]?.[1].length ?? 0,
    })),
    stats: Object.fromEntries(stats),
    dateRange: { from, to },
    granularity,
  };
}

async function readAccounts(ctx: Ctx, { accountIds, profileId }: FollowerStatsQuery): Promise<StoredAccount[]> {
  const accounts = await findAccountsBy(ctx, profileId === undefined ? {} : { profileId });
  if (accountIds === undefined) return accounts;
  const ids = [...new Set(accountIds.split(',').map((id) => id.trim()))];
  const visible = profileId === undefined ? accounts : await findAccountsBy(ctx, {});
  if (ids.some((id) => !visible.some((account) => account.id === id))) {
    throw new AppError('accountNotFound', 'One of the accounts does not exist');
  }
  return ids.flatMap((id) => accounts.find((account) => account.id === id) ?? []);
}

function growthOf(points: readonly Point[]): { growth: number; growthPercentage: number } {
  const [first, last] = [points[0]?.followers ?? 0, points.at(-1)?.followers ?? 0];
  const growth = last - first;
  return { growth, growthPercentage: first === 0 ? 0 : Math.round((growth / first) * 10_000) / 100 };
}

function lastOfEach(days: readonly FollowerDay[], granularity: FollowerStatsQuery['granularity']): Point[] {
  const points = new Map(days.map(({ date, followers }) => [startOf(date, granularity), followers]));
  return [...points].map(([date, followers]) => ({ date, followers }));
}

function startOf(date: string, granularity: FollowerStatsQuery['granularity']): string {
  if (granularity === 'daily') return date;
  if (granularity === 'monthly') return `${date.slice(0, 7)}-01`;
  const day = new Date(`${date}T00:00:00Z`);
  const daysSinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - daysSinceMonday);
  return day.toISOString().slice(0, 10);
}
