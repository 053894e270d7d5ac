import type { Command } from 'commander';
import { createBackup } from '../backup/create-backup.ts';
import { processEnvironment, readConfig } from '../boot/config.ts';
import { AppError } from '../kernel/errors.ts';
import { openArchive } from '../boot/open-archive.ts';
import { jsonOption, print, reportProgress } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addBackup(parent: Command): void {
  parent
    .command('backup')
    .description(
      'copy database and media to a folder or S3, and verify the copy; Herald may be running. Keys are not included',
    )
    .argument('<location>', 'an empty folder, or s3://bucket/prefix with the credentials of HERALD_S3_…')
    .option(...jsonOption)
    .action(async (location: string, { json }: { json?: boolean }) => {
      const archive = openArchive(location, readConfig(processEnvironment()));
      const manifest = await withHerald('backup', async ({ storage, clock }, { core, directDatabaseUrl }) => {
        const source = { databaseUrl: directDatabaseUrl, storage, createdAt: clock.now() };
        const created = await createBackup(source, archive, reportProgress);
        // Makes the backup older than the current state.
        await core.guard.advance().catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'held') throw error;
        });
        return created;
      });
      const { createdAt, tables, media, vault } = manifest;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const result = { location: archive.name, createdAt, tables: tables.length, rows, media, keyIds: vault.keyIds };
      print(
        result,
        { json },
        [
          `Backed up ${rows} rows in ${tables.length} tables and ${media.files} media files to ${archive.name}, verified.`,
          ...(media.missing === 0 ? [] : [`${media.missing} media files are missing from the media store.`]),
          `Restoring needs the token keys ${vault.keyIds.join(', ')}, which are not part of the backup. Store them separately.`,
        ].join('\n'),
      );
    });
}
