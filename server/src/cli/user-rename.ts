import type { Command } from 'commander';
import { changeUser } from '../domain/users/change-user.ts';
import { nameArgument } from './arguments.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addUserRename(parent: Command): void {
  parent
    .command('rename')
    .description('change the name of a user, which only operators see')
    .argument('<userId>', 'as shown by herald user list')
    .argument('<name>', 'the new name', nameArgument(100))
    .option(...jsonOption)
    .action(async (userId: string, name: string, { json }: { json?: boolean }) => {
      const user = await withHerald('user rename', (systemCtx) => changeUser(systemCtx, userId, { name }));
      print({ user }, { json }, `${user.id} is now called ${user.name}`);
    });
}
