import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { importContacts } from '../domain/contacts/csv/import-contacts.ts';
import { readContactFile, type CsvRow } from '../domain/contacts/csv/read-contact-file.ts';
import { chooseProfile } from '../domain/profiles/choose-profile.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { AppError } from '../kernel/errors.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = {
  user?: string;
  profile?: string;
  account?: string;
  channels: boolean;
  dryRun?: boolean;
  json?: boolean;
};

export function addContactsImport(parent: Command): void {
  parent
    .command('import')
    .description(
      'create contacts from a CSV file; a row whose email or channel a contact already has only adds its tags; exits ' +
        'with 1 if a row fails',
    )
    .argument('<file>', 'CSV in UTF-8 with the columns of herald contacts export; only name is required')
    .option('--user <userId>', 'owner of the contacts (required if there are several users)')
    .option('--profile <profileId>', 'profile of the contacts (required if there are several profiles)')
    .option('--account <accountId>', 'account that the platform identifiers belong to')
    .option('--no-channels', 'ignore the columns platformIdentifier and displayIdentifier')
    .option('--dry-run', 'check every row, but create nothing')
    .option(...jsonOption)
    .action(async (file: string, options: Options) => {
      // Reads before the database is opened, to report a wrong file at once.
      const rows = await readRows(file);
      const { created, skipped, total, errors } = await importRows(rows, options);
      const { dryRun = false, json } = options;
      const summary = `${created} created, ${skipped} skipped, ${errors.length} failed`;
      const text = dryRun ? `Dry run, nothing was written: ${summary}` : summary;
      print({ created, skipped, failed: errors.length, total, dryRun, errors }, { json }, text);
      if (errors.length > 0) process.exitCode = 1;
    });
}

async function importRows(rows: readonly CsvRow[], options: Options): ReturnType<typeof importContacts> {
  const { user, profile, account, channels: hasChannels, dryRun: isDryRun = false, json } = options;
  let lastLine: number | undefined;
  try {
    return await withHerald('contacts import', async (systemCtx) => {
      const ctx = await asOwner(systemCtx, user);
      const profileId = await chooseProfile(ctx, profile);
      const input = { profileId, accountId: account, hasChannels, isDryRun, rows };
      return await importContacts(ctx, input, (batch) => {
        lastLine = batch.lastLine;
        if (json !== true) for (const { line, message } of batch.errors) note(`line ${line}: ${message}`);
        if (batch.rowsDone < rows.length) note(`${batch.rowsDone} of ${rows.length} rows`);
      });
    });
  } catch (error) {
    if (lastLine !== undefined) note(`The rows up to line ${lastLine} were imported, the later ones were not.`);
    throw error;
  }
}

async function readRows(file: string): Promise<CsvRow[]> {
  try {
    return await readContactFile(createReadStream(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('validation', `The file ${file} does not exist.`);
    if (code === 'EISDIR') throw new AppError('validation', `${file} is a folder, not a file.`);
    if (code === 'EACCES') throw new AppError('validation', `The file ${file} cannot be read: permission denied.`);
    throw error;
  }
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
