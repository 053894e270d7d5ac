import type { Budget, Caller, Ctx } from '../context.ts';
import { findIdentity, type IdentityRow } from './identity-store.ts';

type Identity = {
  caller: Extract<Caller, { kind: 'key' }>;
  lastUsedAt: Date | null;
  retryAfterSeconds: number | null;
};

// Whole numbers may arrive slightly off as binary fractions.
const epsilon = 1e-6;

export async function identifyKey(ctx: Pick<Ctx, 'db' | 'limits'>, hash: Buffer): Promise<Identity | undefined> {
  const row = await findIdentity(ctx.db, hash, ctx.limits.requestsPerMinute);
  if (row === undefined) return undefined;
  return {
    caller: {
      kind: 'key',
      ownerId: row.ownerId,
      keyId: row.id,
      permission: row.permission,
      profiles: row.profileIds === null ? 'all' : new Set(row.profileIds),
      budget: budgetOf(row),
    },
    lastUsedAt: row.lastUsedAt,
    retryAfterSeconds: retryAfter(row),
  };
}

function budgetOf({ perMinute, fullIn, now }: IdentityRow): Budget | null {
  if (perMinute === null || fullIn === null) return null;
  return {
    perMinute,
    remaining: Math.max(0, Math.floor(perMinute * (1 - fullIn / 60) + epsilon)),
    resetAt: new Date(now.getTime() + Math.max(0, fullIn) * 1000),
  };
}

function retryAfter({ perMinute, fullIn, admitted }: IdentityRow): number | null {
  if (admitted !== false || perMinute === null || fullIn === null) return null;
  return Math.max(1, Math.ceil(fullIn + 60 / perMinute - 60 - epsilon));
}
