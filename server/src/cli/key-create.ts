import { Option, type Command } from 'commander';
import { createApiKey } from '../domain/api-keys/create-api-key.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { collect, nameArgument } from './arguments.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = {
  user?: string;
  name: string;
  permission: 'read-write' | 'read';
  profile: string[];
  json?: boolean;
};

export function addKeyCreate(parent: Command): void {
  parent
    .command('create')
    .description('create an API key; it is shown only once')
    .option('--user <userId>', 'owner of the key (required if there are several users)')
    .option('--name <name>', 'name of the key', nameArgument(100), 'Operator')
    .addOption(
      new Option('--permission <permission>', 'what the key may do')
        .choices(['read-write', 'read'])
        .default('read-write'),
    )
    .option('--profile <profileId>', 'limit the key to this profile (may be repeated)', collect, [])
    .option(...jsonOption)
    .action(async ({ user, name, permission, profile, json }: Options) => {
      const limits = profile.length === 0 ? {} : { scope: 'profiles' as const, profileIds: profile };
      const apiKey = await withHerald('key create', async (systemCtx) =>
        createApiKey(await asOwner(systemCtx, user), { name, permission, ...limits }),
      );
      print({ apiKey }, { json }, `Key       ${apiKey.id}\nAPI key   ${apiKey.key}   (shown only this once: store it)`);
    });
}
