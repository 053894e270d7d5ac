import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { openFixture, schedulePosts, type Fixture } from './fixture.ts';
import { herald, succeed } from './operator.ts';

const figures = { quick: { posts: 100, media: 20 }, full: { posts: 10_000, media: 500 } };
const batch = 16;

export const restoreBackup: Case = {
  id: 'restore-backup',
  about:
    'Backs up under live writes and restores into an empty installation; rows equal the snapshot, media files are identical, and secrets decrypt.',
  run: async (testbed, { tier, overrides }) => {
    const posts = overrides.get('posts') ?? figures[tier].posts;
    const media = overrides.get('media') ?? figures[tier].media;
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    const { api, user, installation } = fixture;
    for (let n = 0; n < media; n += 1) await uploadFile(api, user, n);
    const before = await schedulePosts(fixture, texts('before', posts));
    const archive = join(fixture.newFolder(), 'archive');
    const startedMs = performance.now();
    const done = new AbortController();
    const backup = succeed(installation, ['backup', archive]).finally(() => done.abort());
    const during: string[] = [];
    while (!done.signal.aborted && during.length < 10 * posts) {
      during.push(...(await schedulePosts(fixture, texts(`during ${during.length}`, batch))));
    }
    await backup;
    const backupMs = Math.round(performance.now() - startedMs);
    const tokens = await openAccounts(fixture, api);
    await api.child.stop();

    const target = await testbed.openDatabase();
    const restored = { ...installation, databaseUrl: target.url, folder: fixture.newFolder() };
    const restoreStartedMs = performance.now();
    await succeed(restored, ['restore', archive]);
    findings.times = { backupMs, restoreMs: Math.round(performance.now() - restoreStartedMs) };

    const rows = await compareRows(target, archive);
    findings.faults.push(...rows.faults, ...compareMedia(installation.folder, restored.folder, media));
    const ids = new Set((await target.sql<{ id: string }>('SELECT id FROM posts')).map(({ id }) => id));
    const isLive = during.some((id) => !ids.has(id));
    if (!isLive) findings.faults.push('nothing was written after the snapshot: the backup was not made under writes');
    findings.faults.push(...before.filter((id) => !ids.has(id)).map((id) => `${id} was created before and is missing`));
    findings.faults.push(...(await checkInvariants(target.sql, { secrets: [], logs: '', isHeld: true })));

    const heldApi = await target.startApi({ ...fixture.options, folder: restored.folder });
    const { status } = await heldApi.call(user, 'POST', '/v1/profiles', { name: 'Refused' });
    if (status !== 503) findings.faults.push(`a write while held got ${status}`);
    const { code, output } = await herald(restored, ['release', '--confirm']);
    if (code !== 0) findings.faults.push(`release failed: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const opened = await openAccounts(fixture, heldApi);
    if (JSON.stringify(opened) !== JSON.stringify(tokens)) findings.faults.push('accounts do not open as before');
    await heldApi.child.stop();
    const [deliveries] = await target.sql<{ n: number }>('SELECT count(*)::int AS n FROM webhook_deliveries');
    findings.counts = {
      ...{ posts: before.length + during.length, restoredPosts: ids.size, rows: rows.count, media },
      ...{ deliveries: deliveries?.n ?? 0, accounts: tokens.length },
    };
    return findings;
  },
};

function texts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `Backup ${name} ${n}`);
}

async function compareRows(target: CaseDatabase, archive: string): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = [];
  let count = 0;
  for (const file of readdirSync(archive).filter((name) => name.startsWith('table-'))) {
    const table = basename(file, '.jsonl').slice('table-'.length).replaceAll('-', '_');
    const lines = readFileSync(join(archive, file), 'utf8').split('\n').slice(0, -1);
    const archived = lines.map((line) => JSON.parse(line) as string).sort();
    count += archived.length;
    // The restore marks the installation as held.
    if (table === 'installation') continue;
    const stored = await target.sql<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
    const same = JSON.stringify(stored.map(({ row }) => row).sort()) === JSON.stringify(archived);
    if (!same) faults.push(`${table}: ${stored.length} rows differ from the ${archived.length} of the backup`);
  }
  if (count === 0) faults.push('the archive holds no rows');
  return { count, faults };
}

function compareMedia(from: string, to: string, expected: number): string[] {
  const [original, restored] = [hashes(join(from, 'media')), hashes(join(to, 'media'))];
  const wrong = [...original]
    .filter(([key, hash]) => restored.get(key) !== hash)
    .map(([key]) => `${key} is not restored`);
  return original.size === expected ? wrong : [...wrong, `${original.size} media files instead of ${expected}`];
}

function hashes(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .filter(({ name }) => name !== 'herald-epoch.json')
      .map(({ name, parentPath }) => {
        return [
          name,
          createHash('sha256')
            .update(readFileSync(join(parentPath, name)))
            .digest('hex'),
        ];
      }),
  );
}

async function uploadFile(api: Api, user: User, n: number): Promise<void> {
  // A GIF of one pixel, whose trailing bytes make every file distinct.
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const bytes = Buffer.concat([pixel, Buffer.from(`file ${n}`.repeat(1000))]);
  const announced = { filename: `file-${n}.gif`, contentType: 'image/gif', size: bytes.length };
  const { body } = await api.call<{ uploadUrl: string }>(user, 'POST', '/v1/media/presign', announced);
  const uploadUrl = `${api.baseUrl}${new URL(body.uploadUrl).pathname}`;
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/gif' },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`a file got ${response.status} ${await response.text()}`);
}

async function openAccounts({ user, accounts }: Fixture, api: Api): Promise<object[]> {
  const opened: object[] = [];
  await inParallel(accounts, 1, async ({ accountId }) => {
    const { body } = await api.call<object>(user, 'POST', `/v1/suite/accounts/${accountId}/open`, {});
    opened.push(body);
  });
  return opened;
}
