import type { Budget, Caller, Ctx } from '../context.ts';
import { findIdentity, type IdentityRow } from './identity-store.ts';

type Identity = {
  caller: Extract<Caller, { kind: 'key' }>;
  lastUsedAt: Date | null;
  /** Set when the budget is spent: whole seconds until the next request passes. */
  retryAfterSeconds: number | null;
};

// Fractions of seconds are binary: what is whole may arrive a hair off.
const epsilon = 1e-6;

/** The caller behind the hash of a key, or undefined when it is unknown or revoked. */
export async function identifyKey(ctx: Pick<Ctx, 'db' | 'limits'>, hash: Buffer): Promise<Identity | undefined> {
  const row = await findIdentity(ctx.db, hash, ctx.limits.requestsPerMinute);
  if (row === undefined) return undefined;
  return {
    caller: {
      kind: 'key',
      ownerId: row.owner_id,
      keyId: row.id,
      permission: row.permission,
      profiles: row.profile_ids === null ? 'all' : new Set(row.profile_ids),
      budget: budgetOf(row),
    },
    lastUsedAt: row.last_used_at,
    retryAfterSeconds: retryAfter(row),
  };
}

function budgetOf({ per_minute: perMinute, full_in: fullIn, now }: IdentityRow): Budget | null {
  if (perMinute === null || fullIn === null) return null;
  return {
    perMinute,
    remaining: Math.max(0, Math.floor(perMinute * (1 - fullIn / 60) + epsilon)),
    resetAt: new Date(now.getTime() + Math.max(0, fullIn) * 1000),
  };
}

function retryAfter({ per_minute: perMinute, full_in: fullIn, admitted }: IdentityRow): number | null {
  if (admitted !== false || perMinute === null || fullIn === null) return null;
  return Math.max(1, Math.ceil(fullIn + 60 / perMinute - 60 - epsilon));
}
