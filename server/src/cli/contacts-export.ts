import type { Command } from 'commander';
import { exportContacts } from '../domain/contacts/csv/export-contacts.ts';
import { chooseProfile } from '../domain/profiles/choose-profile.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { withHerald } from './with-herald.ts';

type Options = { user?: string; profile?: string; account?: string };

export function addContactsExport(parent: Command): void {
  parent
    .command('export')
    .description('write contacts to standard output as CSV, oldest first')
    .option('--user <userId>', 'owner of the contacts (required if there are several users)')
    .option('--profile <profileId>', 'only the contacts of this profile')
    .option('--account <accountId>', 'only contacts with a channel on this account, with their identifiers on it')
    .action(async ({ user, profile, account: accountId }: Options) => {
      // Without a listener, a reader that stops early, such as head, would end the process with a stack trace.
      process.stdout.on('error', () => undefined);
      const result = await withHerald('contacts export', async (systemCtx) => {
        const ctx = await asOwner(systemCtx, user);
        const profileId = profile === undefined ? undefined : await chooseProfile(ctx, profile);
        return await exportContacts(ctx, { profileId, accountId }, write).catch(ignoreClosedOutput);
      });
      if (result === undefined) return;
      const { count, accountIds } = result;
      process.stderr.write(`${count} contacts exported\n`);
      if (accountIds.length < 2) return;
      process.stderr.write(
        `Their platform identifiers belong to ${accountIds.length} accounts: to import them again, export each account ` +
          'with --account.\n',
      );
    });
}

/** Waits for the write, so that a slow reader does not fill the memory. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}

function ignoreClosedOutput(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
}
