import type { Command } from 'commander';
import { listUsers } from '../domain/users/list-users.ts';
import { columns, jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addUserList(parent: Command): void {
  parent
    .command('list')
    .description('list all users, oldest first')
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      const users = await withHerald('user list', listUsers);
      const text = columns(users, {
        ID: (user) => user.id,
        NAME: (user) => user.name,
        PLAN: (user) => user.plan,
        CREATED: (user) => user.createdAt,
      });
      print({ users }, { json }, text);
    });
}
