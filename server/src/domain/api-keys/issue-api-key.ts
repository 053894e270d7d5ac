import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/crypto/secret.ts';
import type { CreateApiKey, CreatedApiKey } from '../../schemas/api-key.ts';
import { scopeOf } from '../access.ts';
import type { Scope, TxCtx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { apiKeysPerUserMax, newApiKey, previewOf } from './api-key.ts';
import { countApiKeys, insertApiKey, lockOwnProfiles, selectApiKeys } from './api-key-store.ts';
import { apiKeyView } from './api-key-view.ts';

type Input = CreateApiKey & { key?: string };

export async function issueApiKey(ctx: TxCtx, input: Input): Promise<CreatedApiKey> {
  const scope = scopeOf(ctx.caller);
  const keyScope = input.scope ?? 'full';
  const profileIds = input.profileIds ?? [];
  checkProfileList(keyScope, profileIds);
  await lockOwner(ctx);
  await checkProfilesExist(ctx, scope, profileIds);
  if ((await countApiKeys(ctx.db, scope)) >= apiKeysPerUserMax) {
    throw new AppError('limitReached', `A user has at most ${apiKeysPerUserMax} API keys: delete one first`);
  }

  const key = input.key ?? newApiKey(ctx.random);
  const id = ctx.ids.make('apiKey');
  const row = {
    id,
    ownerId: scope.ownerId,
    name: input.name,
    hash: sha256(key),
    preview: previewOf(key),
    scope: keyScope,
    permission: input.permission ?? 'read-write',
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  };
  await insertApiKey(ctx.db, row, [...new Set(profileIds)]);
  const [stored] = await selectApiKeys(ctx.db, scope, id);
  if (stored === undefined) throw new Error('the new key could not be read back');
  return { ...apiKeyView(stored), key };
}

function checkProfileList(scope: 'full' | 'profiles', profileIds: readonly string[]): void {
  if (scope === 'profiles' && profileIds.length === 0) {
    throw new AppError('validation', 'profileIds must name at least one profile when scope is profiles', {
      param: 'profileIds',
    });
  }
  if (scope === 'full' && profileIds.length > 0) {
    throw new AppError(
      'validation',
      'profileIds must be empty when scope is full: remove them or set scope to profiles',
      {
        param: 'profileIds',
      },
    );
  }
}

async function checkProfilesExist(ctx: TxCtx, scope: Scope, profileIds: readonly string[]): Promise<void> {
  if (profileIds.length === 0) return;
  const own = await lockOwnProfiles(ctx.db, scope, profileIds);
  const unknown = profileIds.findIndex((id) => !own.has(id));
  if (unknown >= 0) {
    throw new AppError('validation', `Profile ${String(profileIds[unknown])} does not exist`, {
      param: `profileIds[${unknown}]`,
    });
  }
}
