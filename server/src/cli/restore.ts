import type { Command } from 'commander';
import { checkArchive, restoreBackup } from '../backup/restore-backup.ts';
import { processEnvironment, readConfig } from '../boot/config.ts';
import { realClock } from '../kernel/time/clock.ts';
import { createLog } from '../kernel/log.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { openArchive } from '../boot/open-archive.ts';
import { dataFolderOf, openDatabase } from '../boot/open-database.ts';
import { openStorage } from '../boot/open-storage.ts';
import { loadTokenKeys } from '../boot/token-keys.ts';
import { jsonOption, print, reportProgress } from './output.ts';

export function addRestore(parent: Command): void {
  parent
    .command('restore')
    .description('verify a backup and restore it into a stopped Herald, which is then held until herald release')
    .argument('<location>', 'the location that was given to herald backup')
    .option('--replace', 'delete the current content of the database first')
    .option(...jsonOption)
    .action(async (location: string, { replace, json }: { replace?: boolean; json?: boolean }) => {
      const { config, secrets } = readConfig(processEnvironment());
      const archive = openArchive(location, { config, secrets });
      const dataFolder = (): string => dataFolderOf(config);
      const keys = () => loadTokenKeys({ secrets, dataFolder, hasVault: true, random: secureRandom });
      const manifest = await checkArchive(archive, keys, reportProgress);
      const log = createLog('error');
      const database = await openDatabase({ config, secrets, log, holderName: `herald restore (pid ${process.pid})` });
      try {
        const storage = openStorage({ config, secrets });
        const target = { databaseUrl: database.directUrl, storage, clock: realClock, isReplacing: replace === true };
        await restoreBackup(archive, manifest, target, reportProgress);
      } finally {
        await database.close();
      }
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const result = { location: archive.name, createdAt: manifest.createdAt, rows, mediaFiles: manifest.media.files };
      print(
        result,
        { json },
        [
          `Restored ${rows} rows and ${manifest.media.files} media files of ${manifest.createdAt}.`,
          'Herald is held: start it, check the report of herald release, then run herald release --confirm.',
        ].join('\n'),
      );
    });
}
