import type { Command } from 'commander';
import { deleteApiKey } from '../domain/api-keys/delete-api-key.ts';
import { asKeyOwner } from '../domain/users/as-owner.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addKeyRevoke(parent: Command): void {
  parent
    .command('revoke')
    .description('delete an API key; takes effect with the next request')
    .argument('<keyId>', 'as shown by herald key list')
    .option(...jsonOption)
    .action(async (keyId: string, { json }: { json?: boolean }) => {
      await withHerald('key revoke', async (systemCtx) => deleteApiKey(await asKeyOwner(systemCtx, keyId), keyId));
      print({ revoked: keyId }, { json }, `${keyId} is revoked`);
    });
}
