import type { Command } from 'commander';
import { setDisabled } from '../domain/accounts/change-account.ts';
import { asAccountOwner } from '../domain/users/as-owner.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addAccountDisable(parent: Command): void {
  add(parent, {
    name: 'disable',
    about: 'disable an account: nothing is published to it until it is enabled',
    to: true,
  });
}

export function addAccountEnable(parent: Command): void {
  add(parent, { name: 'enable', about: 'enable a disabled account', to: false });
}

function add(parent: Command, { name, about, to }: { name: string; about: string; to: boolean }): void {
  parent
    .command(name)
    .description(about)
    .argument('<accountId>', 'as shown by herald account list')
    .option(...jsonOption)
    .action(async (accountId: string, { json }: { json?: boolean }) => {
      const account = await withHerald(`account ${name}`, async (systemCtx) =>
        setDisabled(await asAccountOwner(systemCtx, accountId), accountId, to),
      );
      print({ account }, { json }, `${account.username} on ${account.platform} is ${account.status}`);
    });
}
