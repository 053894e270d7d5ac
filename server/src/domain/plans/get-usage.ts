import type { Usage } from '../../schemas/usage.ts';
import { scopeOf } from '../access.ts';
import { apiKeysPerUserMax } from '../api-keys/api-key.ts';
import type { Budget, Ctx } from '../context.ts';
import { hourlyCaps, numberCaps, planLimits } from './limits.ts';
import { monthOf } from './month-of.ts';
import { selectCapUses, selectUsage } from './usage-store.ts';

export async function getUsage(ctx: Ctx): Promise<Usage> {
  const scope = scopeOf(ctx.caller);
  const row = await selectUsage(ctx.db, scope);
  const uses = new Map((await selectCapUses(ctx.db, scope)).map((use) => [use.operation, use]));
  const limits = planLimits[row.plan];
  return {
    plan: row.plan,
    period: monthOf(row.now),
    requests: requestsOf(ctx.caller.kind === 'key' ? ctx.caller.budget : null),
    resources: {
      accounts: { used: row.accounts, limit: limits.accounts },
      posts: { used: row.posts, limit: limits.postsPerMonth },
      contacts: { used: row.contacts, limit: numberCaps.contacts },
      automations: { used: row.automations, limit: numberCaps.automations },
      webhooks: { used: row.webhooks, limit: numberCaps.webhooks },
      apiKeys: { used: row.apiKeys, limit: apiKeysPerUserMax },
    },
    storageBytes: row.storageBytes,
    caps: Object.entries(hourlyCaps).map(([operation, limit]) => {
      const use = uses.get(operation);
      return { operation, limit, used: use?.used ?? 0, resetAt: use?.resetAt.toISOString() ?? null };
    }),
  };
}

function requestsOf(budget: Budget | null): Usage['requests'] {
  if (budget === null) return { perMinute: null, remaining: null, resetAt: null };
  return { perMinute: budget.perMinute, remaining: budget.remaining, resetAt: budget.resetAt.toISOString() };
}
