import { createCore, type Core } from '../core.ts';
import { processEnvironment, readConfig } from '../boot/config.ts';
import { hasSchema } from '../db/migrate.ts';
import { createLog } from '../kernel/log.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { joinDatabase } from '../boot/open-database.ts';
import { openState } from '../boot/open-state.ts';
import { openVault } from '../boot/open-vault.ts';

export async function withHerald<Result>(
  command: string,
  work: (systemCtx: Core['systemCtx'], opened: { core: Core; directDatabaseUrl: string }) => Promise<Result>,
): Promise<Result> {
  const { config, secrets } = readConfig(processEnvironment());
  const log = createLog('error');
  const database = await joinDatabase({ config, secrets, log, holderName: `herald ${command} (pid ${process.pid})` });
  try {
    if (!(await hasSchema(database.directUrl))) {
      throw new StartFault('The database schema is not up to date: run herald migrate first.');
    }
    const sealKeys = await openVault({ config, secrets, log, database });
    const { url: databaseUrl, directUrl: directDatabaseUrl } = database;
    const urls = { databaseUrl, directDatabaseUrl };
    const core = createCore({ config, secrets, sealKeys, ...urls, log, state: openState(config) });
    try {
      return await work(core.systemCtx, { core, directDatabaseUrl });
    } finally {
      await core.close();
    }
  } finally {
    await database.close();
  }
}
