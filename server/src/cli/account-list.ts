import type { Command } from 'commander';
import { listAccounts } from '../domain/accounts/list-accounts.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { columns, jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addAccountList(parent: Command): void {
  parent
    .command('list')
    .description('list the connected accounts of a user, newest first')
    .option('--user <userId>', 'required if there are several users')
    .option(...jsonOption)
    .action(async ({ user, json }: { user?: string; json?: boolean }) => {
      const { accounts } = await withHerald('account list', async (systemCtx) =>
        listAccounts(await asOwner(systemCtx, user), {}),
      );
      const text = columns(accounts, {
        ID: (account) => account._id,
        PLATFORM: (account) => account.platform,
        USERNAME: (account) => account.username,
        STATUS: (account) => account.status,
        SANDBOX: (account) => (account.sandbox ? 'yes' : 'no'),
        CONNECTED: (account) => account.connectedAt,
      });
      print({ accounts }, { json }, text);
    });
}
