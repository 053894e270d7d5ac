import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import { readConfig } from './config.ts';
import { createLog } from '../kernel/log.ts';
import { seededRandom } from '../kernel/crypto/random.ts';
import { openVault } from './open-vault.ts';

const keysOf = (seed: string): string => `${seed}:${Buffer.from(seededRandom(seed).bytes(32)).toString('base64')}`;

/** A start on a database and a data folder of its own. */
async function newInstallation() {
  const { databaseUrl, sql } = await startTestApp();
  const dataFolder = mkdtempSync(join(tmpdir(), 'herald-vault-'));
  const start = (environment: Record<string, string> = {}): Promise<unknown> =>
    openVault({ ...readConfig(environment), log: createLog('silent'), database: { url: databaseUrl, dataFolder } });
  return { start, sql, dataFolder, file: join(dataFolder, 'token-keys') };
}

test('the first start makes a key file that nobody else may read, and the next ones use it', async () => {
  const { start, file } = await newInstallation();
  await start();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await start();
});

test('a lost key file is not replaced once something is sealed', async () => {
  const { start, file } = await newInstallation();
  await start();
  rmSync(file);
  await assert.rejects(start(), /key file .* is gone. Restore it from your backup/);
  assert.ok(!existsSync(file));
});

test('a wrong key is refused, whether unknown by its id or false under the right one', async () => {
  const { start, file } = await newInstallation();
  await start();
  await assert.rejects(start({ HERALD_TOKEN_KEYS: keysOf('k9') }), /cannot be opened .* "k1" is not known/);
  writeFileSync(file, keysOf('other').replace('other:', 'k1:'));
  await assert.rejects(start(), /sealed with another key/);
});

test('a damaged key file is said with how to make one', async () => {
  const { start, file } = await newInstallation();
  writeFileSync(file, 'nonsense');
  await assert.rejects(start(), /The key file .* must be key ids and keys/);
});

test('keys of the environment come before the file, which is then not made', async () => {
  const { start, file } = await newInstallation();
  await start({ HERALD_TOKEN_KEYS: keysOf('new') });
  assert.ok(!existsSync(file));
  await start({ HERALD_TOKEN_KEYS: `${keysOf('newer')},${keysOf('new')}` });
  await assert.rejects(start(), /key file .* is gone/);
});

test('starts at the same moment agree on one key', async () => {
  const { start, sql } = await newInstallation();
  await Promise.all(Array.from({ length: 8 }, () => start()));
  assert.equal((await sql('SELECT sealed FROM vault_sentinel')).length, 1);
});
