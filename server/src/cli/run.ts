import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addAccountDisable, addAccountEnable } from './account-disable.ts';
import { addAccountList } from './account-list.ts';
import { addBackup } from './backup.ts';
import { addContactsExport } from './contacts-export.ts';
import { addContactsImport } from './contacts-import.ts';
import { addDoctor } from './doctor/doctor.ts';
import { faultText } from '../boot/fault-text.ts';
import { addKeyCreate } from './key-create.ts';
import { addKeyList } from './key-list.ts';
import { addKeyRevoke } from './key-revoke.ts';
import { addMigrate } from './migrate.ts';
import { addPost } from './post.ts';
import { addRelease } from './release.ts';
import { addRestore } from './restore.ts';
import { addRotateKeys } from './rotate-keys.ts';
import { addUserCreate } from './user-create.ts';
import { addUserDelete } from './user-delete.ts';
import { addUserList } from './user-list.ts';
import { addUserRename } from './user-rename.ts';
import { addUserSetPlan } from './user-set-plan.ts';

export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const program = new Command('herald')
    .description('Operate Herald. Most commands work with or without a running server.')
    .version(readVersion(), '--version', 'show the version of Herald')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  const user = program.command('user').description('manage users and their plans');
  addUserCreate(user);
  addUserList(user);
  addUserRename(user);
  addUserSetPlan(user);
  addUserDelete(user);
  const key = program.command('key').description('manage API keys');
  addKeyCreate(key);
  addKeyList(key);
  addKeyRevoke(key);
  const account = program.command('account').description('manage connected accounts');
  addAccountList(account);
  addAccountDisable(account);
  addAccountEnable(account);
  const contacts = program.command('contacts').description('import and export contacts');
  addContactsImport(contacts);
  addContactsExport(contacts);
  addPost(program);
  addRotateKeys(program);
  addBackup(program);
  addRestore(program);
  addRelease(program);
  addMigrate(program);
  addDoctor(program);
  try {
    await program.parseAsync([...argv]);
    return process.exitCode === undefined ? 0 : Number(process.exitCode);
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${faultText(error)}\n`);
    return 1;
  }
}

function readVersion(): string {
  const manifest = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
