import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { deleteUser, reviewDeletion } from '../domain/users/delete-user.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { jsonOption, print, reportProgress } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = { yes?: boolean; json?: boolean };

export function addUserDelete(parent: Command): void {
  parent
    .command('delete')
    .description('delete a user with all posts, accounts, files, contacts and keys; live posts stay on the platforms')
    .argument('<userId>', 'as shown by herald user list')
    .option('--yes', 'do not ask for confirmation')
    .option(...jsonOption)
    .action(async (userId: string, { yes, json }: Options) => {
      const result = await withHerald('user delete', async (systemCtx) => {
        const deleted = await reviewDeletion(systemCtx, userId);
        const list = Object.entries(deleted).map(([name, count]) => `  ${String(count).padStart(8)} ${words(name)}`);
        reportProgress(`This deletes the user ${userId} with:\n${list.join('\n')}`);
        if (yes !== true) await confirm(userId);
        return { deleted, ...(await deleteUser(systemCtx, userId, reportProgress)) };
      });
      const { tokensLeft } = result;
      const note = `${tokensLeft} tokens could not be revoked: ask the owner to remove the app on the platform`;
      print({ userId, ...result }, { json }, [`${userId} is deleted`, ...(tokensLeft === 0 ? [] : [note])].join('\n'));
    });
}

function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

async function confirm(userId: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartFault('Nothing was deleted. Add --yes to delete the user without a question.');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await prompt.question('This cannot be undone. Type the ID of the user to delete it: ');
  prompt.close();
  if (typed.trim() !== userId) throw new StartFault('Nothing was deleted: the ID does not match.');
}
