import type { Command } from 'commander';
import { processEnvironment, readConfig } from '../boot/config.ts';
import { migrate } from '../db/migrate.ts';
import { realClock } from '../kernel/time/clock.ts';
import { createLog } from '../kernel/log.ts';
import { joinDatabase } from '../boot/open-database.ts';
import { jsonOption, print, reportProgress } from './output.ts';

export function addMigrate(parent: Command): void {
  parent
    .command('migrate')
    .description('apply pending migrations; npm start does this by itself')
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      const { config, secrets } = readConfig(processEnvironment());
      const holderName = `herald migrate (pid ${process.pid})`;
      const database = await joinDatabase({ config, secrets, log: createLog('error'), holderName });
      try {
        const applied = await migrate(database.directUrl, realClock, json === true ? undefined : reportProgress);
        const text =
          applied.length === 0 ? 'The schema is already up to date.' : `Migrations applied: ${applied.length}`;
        print({ applied }, { json }, text);
      } finally {
        await database.close();
      }
    });
}
