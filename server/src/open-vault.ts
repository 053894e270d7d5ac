import type { App } from './app.ts';
import type { Config, Secrets } from './config.ts';
import { checkVault, hasVault } from './domain/vault/check-vault.ts';
import { locateEngine } from './embedded/engine.ts';
import { makeDataFolder } from './embedded/data-folder.ts';
import { createSealer } from './kernel/seal.ts';
import { checkout, type OpenDatabase } from './open-database.ts';
import { loadTokenKeys } from './token-keys.ts';

type Options = { world: App['world']; config: Config; secrets: Secrets; database: Pick<OpenDatabase, 'dataFolder'> };

/** Finds the keys that seal secrets and proves that they fit the database; a start with the wrong ones ends here. */
export async function openVault({ world, config, secrets, database }: Options): Promise<void> {
  const keys = loadTokenKeys({
    secrets,
    dataFolder: () => database.dataFolder ?? ownFolder(config),
    hasVault: await hasVault(world),
    random: world.random,
  });
  await checkVault(world, createSealer(keys, world.random));
}

/** With a database of the operator's own the folder exists for the key file alone. */
function ownFolder(config: Config): string {
  const { dataFolder } = locateEngine({ ...config, checkout });
  makeDataFolder(dataFolder);
  return dataFolder;
}
