import type { SandboxContext } from '../core/context.ts';
import { defined } from '../core/defined.ts';
import { ledger } from '../core/state/ledger.ts';
import {
  setFollowersOf,
  setStatisticsOf,
  statisticNames,
  statisticsOf,
  type Statistics,
} from '../core/state/statistics.ts';
import { ControlError, readFields } from './control-request.ts';
import { commit, platformOf } from './platform-access.ts';

export function setMetrics(context: SandboxContext, body: unknown): Statistics {
  const { platform, post, ...numbers } = readFields(body, {
    platform: 'string!',
    post: 'string!',
    impressions: 'integer',
    reach: 'integer',
    likes: 'integer',
    comments: 'integer',
    shares: 'integer',
    saves: 'integer',
    clicks: 'integer',
    views: 'integer',
  });
  platformOf(context, platform);
  const stored = ledger.list(context.state.store, { platform }).find(({ id }) => id === post);
  if (stored === undefined) throw new ControlError(`${platform} has no post ${post}`);
  const negative = statisticNames.find((name) => (numbers[name] ?? 0) < 0);
  if (negative !== undefined) throw new ControlError(`${negative} must not be negative`);
  const subject = { platform, id: post };
  return commit(context, ({ tx, clock }) => {
    setStatisticsOf(tx, subject, defined(numbers));
    return statisticsOf(tx, clock.now(), { ...subject, createdAt: Date.parse(stored.createdAt) });
  });
}

export function setFollowers(context: SandboxContext, body: unknown): { count: number } {
  const { platform, account, count } = readFields(body, {
    platform: 'string!',
    account: 'string!',
    count: 'integer!',
  });
  const { findAccount } = platformOf(context, platform);
  if (findAccount === undefined) throw new ControlError(`${platform} has no followers here`);
  if (count < 0) throw new ControlError('count must not be negative');
  return commit(context, ({ tx }) => {
    const id = findAccount(tx, account)?.id;
    if (id === undefined) throw new ControlError(`${platform} has no account ${account}`);
    setFollowersOf(tx, { platform, id }, count);
    return { count };
  });
}
