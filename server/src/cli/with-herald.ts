import { createApp, type App } from '../app.ts';
import { processEnvironment, readConfig } from '../config.ts';
import { isMigrated } from '../db/migrate.ts';
import { createLog } from '../kernel/log.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { joinDatabase } from '../open-database.ts';

/** Opens the database, hands over the world of the operations, and closes whatever it opened. */
export async function withHerald<Result>(
  command: string,
  work: (world: App['world']) => Promise<Result>,
): Promise<Result> {
  const { config, secrets } = readConfig(processEnvironment());
  const log = createLog('error');
  const database = await joinDatabase({ config, secrets, log, holderName: `herald ${command} (pid ${process.pid})` });
  try {
    const app = createApp({ config, secrets, databaseUrl: database.url, log });
    try {
      if (!(await isMigrated(app.world.db).catch(() => false))) {
        throw new StartFault('The database has no up-to-date schema yet: run herald migrate first.');
      }
      return await work(app.world);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
