import type { ApiKey } from '../../schemas/api-key.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectApiKeys } from './api-key-store.ts';
import { apiKeyView } from './api-key-view.ts';

export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const { caller } = ctx;
  const ownKeyId = caller.kind === 'key' && caller.profiles !== 'all' ? caller.keyId : undefined;
  const rows = await selectApiKeys(ctx.db, scopeOf(caller), ownKeyId);
  return rows.map(apiKeyView);
}
