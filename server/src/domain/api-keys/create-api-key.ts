import { inTransaction } from '../../db/transaction.ts';
import type { CreateApiKey, CreatedApiKey } from '../../schemas/api-key.ts';
import { requireAllProfiles } from '../access.ts';
import type { Ctx } from '../context.ts';
import { issueApiKey } from './issue-api-key.ts';

export async function createApiKey(ctx: Ctx, input: CreateApiKey): Promise<CreatedApiKey> {
  requireAllProfiles(ctx.caller);
  return inTransaction(ctx, (ctx) => issueApiKey(ctx, input));
}
