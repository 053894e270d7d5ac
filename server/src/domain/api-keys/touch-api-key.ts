import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { touchApiKeyRow } from './api-key-store.ts';

export async function touchApiKey(ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>): Promise<void> {
  if (ctx.caller.kind !== 'key') return;
  await touchApiKeyRow(ctx.db, scopeOf(ctx.caller), { keyId: ctx.caller.keyId, at: ctx.clock.now() });
}
