import type { Config, Secrets } from './config.ts';
import { createDatabase } from '../db/client.ts';
import { checkVault, hasVault } from '../domain/vault/check-vault.ts';
import { makeDataFolder } from '../embedded/data-folder.ts';
import { realClock } from '../kernel/time/clock.ts';
import type { Log } from '../kernel/log.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { createSealer } from '../kernel/crypto/seal.ts';
import type { SealKeys } from '../kernel/crypto/seal-keys.ts';
import { dataFolderOf, type OpenDatabase } from './open-database.ts';
import { loadTokenKeys } from './token-keys.ts';

type Options = { config: Config; secrets: Secrets; log: Log; database: Pick<OpenDatabase, 'directUrl' | 'dataFolder'> };

export async function openVault({ config, secrets, log, database }: Options): Promise<SealKeys> {
  const { db, close } = createDatabase({ url: database.directUrl, poolSize: 1, log });
  try {
    const keys = loadTokenKeys({
      secrets,
      dataFolder: () => database.dataFolder ?? ownFolder(config),
      hasVault: await hasVault({ db }),
      random: secureRandom,
    });
    await checkVault({ db, clock: realClock }, createSealer(keys, secureRandom));
    return keys;
  } finally {
    await close();
  }
}

/** Lets read-only commands skip `openVault`, which may create keys. */
export async function hasSecrets({ database, log }: Pick<Options, 'database' | 'log'>): Promise<boolean> {
  const { db, close } = createDatabase({ url: database.directUrl, poolSize: 1, log });
  try {
    return await hasVault({ db });
  } finally {
    await close();
  }
}

/** With an external database, only the key file needs the folder. */
function ownFolder(config: Config): string {
  const dataFolder = dataFolderOf(config);
  makeDataFolder(dataFolder);
  return dataFolder;
}
