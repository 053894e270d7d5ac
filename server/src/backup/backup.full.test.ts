import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { databaseUrl, onServer, testServer } from '../../test/database.ts';
import { testSealKeys } from '../../test/seal-keys.ts';
import { readConfig } from '../boot/config.ts';
import { migrate } from '../db/migrate.ts';
import { realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { createSealer } from '../kernel/crypto/seal.ts';
import type { SealKeys } from '../kernel/crypto/seal-keys.ts';
import { openArchive } from '../boot/open-archive.ts';
import { createLocalDisk } from '../storage/local-disk.ts';
import { keyPair, startS3 } from '../storage/test/s3-server.ts';
import type { Archive } from './archive.ts';
import { createBackup } from './create-backup.ts';
import { manifestKey } from './manifest.ts';
import { checkArchive, restoreBackup } from './restore-backup.ts';

const server = await testServer();
const folder = mkdtempSync(join(tmpdir(), 'herald-backup-'));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});
const quiet = (): void => undefined;
const keys = (): SealKeys => testSealKeys;
const disk = (name: string) => createLocalDisk({ folder: join(folder, name), clock: realClock, random: secureRandom });
const sentinelContext = { table: 'vault_sentinel', row: 'only', column: 'sealed', owner: '' };
const nasty = `a "quoted", (comma), \\backslash\\ and\nnew line\t{brace} 🪿 \u2028 'x' é`;
const mediaKey = 'aaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.jpg';
const picture = randomBytes(300_000);

async function newDatabase(): Promise<string> {
  const name = `backup_${randomBytes(6).toString('hex')}`;
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  return databaseUrl(server.url, name);
}

async function sql<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return await onServer(url, async (client) => (await client.query<Row>(text, values)).rows);
}

async function source() {
  const url = await newDatabase();
  await migrate(url, realClock);
  const sentinel = createSealer(testSealKeys, secureRandom).seal('herald', sentinelContext);
  await sql(url, 'INSERT INTO vault_sentinel (sealed, created_at) VALUES ($1, statement_timestamp())', [sentinel]);
  await sql(url, `INSERT INTO users VALUES ('u1', $1, 'free', '2026-03-02T09:00:00.123456Z', NULL)`, [nasty]);
  await sql(
    url,
    `INSERT INTO users SELECT 'many' || n, $1, 'free', statement_timestamp() FROM generate_series(1, 1203) n`,
    [nasty],
  );
  await sql(
    url,
    `INSERT INTO posts VALUES ('p1', 'u1', NULL, '', $1, 'draft', NULL, 'UTC', NULL, '[{"b":1,"a":"\\n"}]', $2, '{}', '{}',
       '{"z": 1.50, "a": null}', 60, 'hold', '{}', NULL, NULL, statement_timestamp(), statement_timestamp())`,
    [nasty, [nasty, '', 'NULL']],
  );
  await sql(
    url,
    `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
     VALUES ('u1', 'p1', 'acc_1', 'telegram', 'prf_1', 0, 'scheduled', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')`,
  );
  await sql(
    url,
    `INSERT INTO post_timeline (owner_id, post_id, at, kind, summary)
     SELECT 'u1', 'p1', statement_timestamp(), 'created', $1 FROM generate_series(1, 3)`,
    [nasty],
  );
  await sql(url, `DELETE FROM post_timeline WHERE number = 3`);
  await sql(
    url,
    `INSERT INTO media (key, owner_id, kind, filename, content_type, type, size_bytes, status, created_at, expires_at)
     VALUES ($1, 'u1', 'direct', $2, 'image/jpeg', 'image', $3, 'uploaded', statement_timestamp(), statement_timestamp())`,
    [mediaKey, nasty, picture.length],
  );
  await sql(url, `INSERT INTO installation (id, epoch, advanced_at) VALUES ('i1', 7, statement_timestamp())`);
  const storage = disk(randomBytes(6).toString('hex'));
  await storage.write(mediaKey, chunks(picture), { contentType: 'image/jpeg' });
  return { url, storage };
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Skips tables that a restore writes itself. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname NOT IN ('schema_migrations', 'installation') ORDER BY 1`,
  );
  const entries = tables.map(async ({ name }) => {
    return [
      name,
      (await sql<{ row: string }>(url, `SELECT t::text AS row FROM "${name}" t ORDER BY 1`)).map((r) => r.row),
    ];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string[]>;
}

async function backUp(location: string, options = readConfig({})): Promise<{ archive: Archive; from: string }> {
  const { url, storage } = await source();
  const archive = openArchive(location, options);
  await createBackup({ databaseUrl: url, storage, createdAt: new Date() }, archive, quiet);
  return { archive, from: url };
}

async function restore(archive: Archive, url: string, { isReplacing = false, sealKeys = keys } = {}) {
  const storage = disk(randomBytes(6).toString('hex'));
  const manifest = await checkArchive(archive, sealKeys, quiet);
  await restoreBackup(archive, manifest, { databaseUrl: url, storage, clock: realClock, isReplacing }, quiet);
  return storage;
}

test('restores every row and media file exactly, and leaves the installation held', async () => {
  const { archive, from } = await backUp(join(folder, 'exact'));
  const to = await newDatabase();
  const storage = await restore(archive, to);
  assert.deepEqual(await contents(to), await contents(from));
  const read: Uint8Array[] = [];
  for await (const chunk of (await storage.open(mediaKey)) as AsyncIterable<Uint8Array>) read.push(chunk);
  assert.ok(Buffer.concat(read).equals(picture));
  const [row] = await sql<{ epoch: number; held_reason: string }>(to, 'SELECT epoch, held_reason FROM installation');
  assert.equal(row?.epoch, 7);
  assert.match(row.held_reason, /restored from the backup of/);
  const [next] = await sql<{ number: string }>(
    to,
    `INSERT INTO post_timeline (owner_id, post_id, at, kind, summary)
     VALUES ('u1', 'p1', statement_timestamp(), 'created', '') RETURNING number`,
  );
  assert.equal(next?.number, '4', 'a number that was used before is not used again');
  const constraints =
    'SELECT conrelid::regclass::text, conname, convalidated FROM pg_constraint WHERE conparentid = 0 ORDER BY 1, 2';
  assert.deepEqual(await sql(to, constraints), await sql(from, constraints));
  const triggers =
    'SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2';
  assert.deepEqual(await sql(to, triggers), await sql(from, triggers));
  await sql(to, `DELETE FROM posts`);
  const counts = `SELECT sum(amount) AS count FROM owner_counts WHERE owner_id = 'u1' AND kind = 'posts'`;
  assert.deepEqual(await sql(to, counts), [{ count: '0' }], 'what is restored is counted, and once');
});

test('restores from S3', async () => {
  const s3 = await startS3('backups');
  try {
    const options = readConfig({
      HERALD_S3_ENDPOINT: s3.endpoint,
      HERALD_S3_ACCESS_KEY_ID: keyPair.accessKeyId,
      HERALD_S3_SECRET_ACCESS_KEY: keyPair.secretAccessKey,
      HERALD_S3_PATH_STYLE: 'true',
    });
    const { archive, from } = await backUp('s3://backups/herald/monday', options);
    const to = await newDatabase();
    await restore(archive, to);
    assert.deepEqual(await contents(to), await contents(from));
  } finally {
    await s3.close();
  }
});

test('refuses a database that is not empty, unless replacing is requested', async () => {
  const { archive, from } = await backUp(join(folder, 'replace'));
  const { url: to } = await source();
  await sql(to, `UPDATE posts SET content = 'newer'`);
  const before = await contents(to);
  await assert.rejects(restore(archive, to), /not empty.*--replace/);
  assert.deepEqual(await contents(to), before);
  await restore(archive, to, { isReplacing: true });
  assert.deepEqual(await contents(to), await contents(from));
});

test('refuses while a worker is running on the database', async () => {
  const { archive } = await backUp(join(folder, 'running'));
  const { url: to } = await source();
  await sql(to, `INSERT INTO workers VALUES ('w1', statement_timestamp(), statement_timestamp())`);
  await assert.rejects(restore(archive, to, { isReplacing: true }), /Herald is running/);
});

test('refuses a damaged or incomplete archive', async () => {
  const location = join(folder, 'damaged');
  const { archive } = await backUp(location);
  const files = readdirSync(location, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  assert.ok(files.length > 25);
  for (const file of files) {
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes.length === 0 ? 'x' : bytes);
    if (bytes.length > 0) damaged.writeUInt8(damaged.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(file, damaged);
    await assert.rejects(checkArchive(archive, keys, quiet), /is damaged/, file);
    rmSync(file);
    await assert.rejects(checkArchive(archive, keys, quiet), /is damaged|not a complete backup/, file);
    writeFileSync(file, bytes);
  }
  await checkArchive(archive, keys, quiet);
});

test('refuses missing or wrong keys and the schema of a newer version', async () => {
  const location = join(folder, 'keys');
  const { archive } = await backUp(location);
  const other: SealKeys = [{ id: 'other', secret: randomBytes(32) }];
  await assert.rejects(
    checkArchive(archive, () => other, quiet),
    /sealed with keys that are missing: test/,
  );
  const wrong: SealKeys = [{ id: 'test', secret: randomBytes(32) }];
  await assert.rejects(
    checkArchive(archive, () => wrong, quiet),
    /configured keys cannot decrypt the secrets/,
  );
  assert.ok(!readFileSync(join(location, manifestKey), 'utf8').includes(testSealKeys[0].secret.toString('base64')));

  const { url, storage } = await source();
  await sql(url, `INSERT INTO schema_migrations VALUES ('9999-later.sql', 'x', statement_timestamp())`);
  const newer = openArchive(join(folder, 'newer'), readConfig({}));
  await createBackup({ databaseUrl: url, storage, createdAt: new Date() }, newer, quiet);
  await assert.rejects(checkArchive(newer, keys, quiet), /9999-later.sql, which this version of Herald does not know/);
});

test('refuses to overwrite a complete archive and requires S3 credentials', async () => {
  const location = join(folder, 'twice');
  const { archive, from } = await backUp(location);
  const again = { databaseUrl: from, storage: disk('none'), createdAt: new Date() };
  await assert.rejects(createBackup(again, archive, quiet), /already contains a backup/);
  assert.ok(existsSync(join(location, manifestKey)));
  assert.throws(() => openArchive('s3://backups/x', readConfig({})), /HERALD_S3_ACCESS_KEY_ID/);
  assert.throws(() => openArchive('s3://', readConfig({})), /s3:\/\/bucket\/prefix/);
});
