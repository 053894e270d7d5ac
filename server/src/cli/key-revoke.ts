import type { Command } from 'commander';
import { deleteApiKey } from '../domain/api-keys/delete-api-key.ts';
import { asKeyOwner } from '../domain/users/as-owner.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addKeyRevoke(parent: Command): void {
  parent
    .command('revoke')
    .description('delete an API key for good; it holds from the next request on')
    .argument('<keyId>', 'as shown by herald key list')
    .option(...jsonOption)
    .action(async (keyId: string, { json }: { json?: boolean }) => {
      await withHerald('key revoke', async (world) => deleteApiKey(await asKeyOwner(world, keyId), keyId));
      print({ revoked: keyId }, { json }, `${keyId} is revoked`);
    });
}
