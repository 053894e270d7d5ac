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

async function newInstallation() {
  const { databaseUrl, sql } = await startTestApp();
  const dataFolder = mkdtempSync(join(tmpdir(), 'herald-vault-'));
  const start = (environment: Record<string, string> = {}): Promise<unknown> =>
    openVault({
      ...readConfig(environment),
      log: createLog('silent'),
      database: { directUrl: databaseUrl, dataFolder },
    });
  return { start, sql, dataFolder, file: join(dataFolder, 'token-keys') };
}

test('the first start creates a key file readable only by its owner, and later starts use it', async () => {
  const { start, file } = await newInstallation();
  await start();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await start();
});

test('does not replace a lost key file once something is sealed', async () => {
  const { start, file } = await newInstallation();
  await start();
  rmSync(file);
  await assert.rejects(start(), /key file .* is missing. Restore it from your backup/);
  assert.ok(!existsSync(file));
});

test('refuses a wrong key, with an unknown ID or under the right one', async () => {
  const { start, file } = await newInstallation();
  await start();
  await assert.rejects(start({ HERALD_TOKEN_KEYS: keysOf('k9') }), /cannot decrypt .* "k1" is not known/);
  writeFileSync(file, keysOf('other').replace('other:', 'k1:'));
  await assert.rejects(start(), /sealed with another key/);
});

test('refuses a malformed key file and describes the format', async () => {
  const { start, file } = await newInstallation();
  writeFileSync(file, 'nonsense');
  await assert.rejects(start(), /The key file .* must be key IDs and keys/);
});

test('keys from the environment take precedence over the file, which is then not created', async () => {
  const { start, file } = await newInstallation();
  await start({ HERALD_TOKEN_KEYS: keysOf('new') });
  assert.ok(!existsSync(file));
  await start({ HERALD_TOKEN_KEYS: `${keysOf('newer')},${keysOf('new')}` });
  await assert.rejects(start(), /key file .* is missing/);
});

test('concurrent starts agree on one key', async () => {
  const { start, sql } = await newInstallation();
  await Promise.all(Array.from({ length: 8 }, () => start()));
  assert.equal((await sql('SELECT sealed FROM vault_sentinel')).length, 1);
});
