import type { Command } from 'commander';
import { listApiKeys } from '../domain/api-keys/list-api-keys.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { columns, jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = { user?: string; json?: boolean };

export function addKeyList(parent: Command): void {
  parent
    .command('list')
    .description('list the API keys of a user, newest first, without the keys themselves')
    .option('--user <userId>', 'owner of the keys (required if there are several users)')
    .option(...jsonOption)
    .action(async ({ user, json }: Options) => {
      const apiKeys = await withHerald('key list', async (systemCtx) => listApiKeys(await asOwner(systemCtx, user)));
      const text = columns(apiKeys, {
        ID: (key) => key.id,
        NAME: (key) => key.name,
        KEY: (key) => key.keyPreview,
        PERMISSION: (key) => key.permission,
        PROFILES: (key) => (key.scope === 'full' ? 'all' : key.profileIds.map((profile) => profile.name).join(', ')),
        'LAST USED': (key) => key.lastUsedAt ?? 'never',
      });
      print({ apiKeys }, { json }, text);
    });
}
