import { Option, type Command } from 'commander';
import { createUser } from '../domain/users/create-user.ts';
import { nameArgument, plans } from './arguments.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = { name: string; plan: (typeof plans)[number]; json?: boolean };

export function addUserCreate(parent: Command): void {
  parent
    .command('create')
    .description('create a user with a default profile and a full key; the key is shown only once')
    .requiredOption('--name <name>', 'name of the user, shown only to operators', nameArgument(100))
    .addOption(new Option('--plan <plan>', 'plan of the user').choices(plans).default('self-hosted'))
    .option(...jsonOption)
    .action(async ({ name, plan, json }: Options) => {
      const created = await withHerald('user create', (systemCtx) => createUser(systemCtx, { name, plan }));
      const { user, apiKey } = created;
      print(
        created,
        { json },
        `User      ${user.id} (${user.plan})\nAPI key   ${apiKey.key}   (shown only this once: store it)`,
      );
    });
}
