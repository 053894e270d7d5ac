import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Id, Nullable } from './common.ts';

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
