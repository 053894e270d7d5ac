import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectAccount } from './connect-account.ts';
import { launch, startHerald, stopHerald, temporaryFolder, waitFor, type Herald } from './herald.ts';

const root = temporaryFolder();
const dataDir = join(root, 'data');
const env = { HERALD_STATE_DIR: join(root, 'state') };
const postCount = 8;
let herald: Herald | undefined;
after(async () => {
  if (herald !== undefined) await stopHerald(herald);
  rmSync(root, { recursive: true, force: true });
});

async function start(): Promise<Herald> {
  herald = await startHerald({ dataDir, env });
  return herald;
}

/** The API accepts nothing that is due within a minute. */
async function makeDue(): Promise<void> {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const client = new pg.Client({ connectionString: `postgres://herald:${password}@127.0.0.1:${port}/herald` });
  await client.connect();
  await client.query(`UPDATE posts SET scheduled_for = now() WHERE status = 'scheduled'`);
  await client.query(`UPDATE post_targets SET due_at = now() WHERE status = 'scheduled'`);
  await client.end();
}

async function livePosts({ get }: Herald): Promise<string[]> {
  const { posts } = (await (await get('/sandbox/control/ledger?platform=bluesky')).json()) as {
    posts: { text: string }[];
  };
  return posts.map(({ text }) => text).sort();
}

test('republishes nothing when a data folder copied with 8 scheduled posts is restored after they were published', async () => {
  const first = await start();
  const key = first.key ?? '';
  const target = await connectAccount(first, key, { platform: 'bluesky', name: 'guarded' });
  const scheduledFor = new Date(Date.now() + 600_000).toISOString();
  for (let n = 1; n <= postCount; n += 1) {
    const response = await first.post('/v1/posts', key, {
      content: `Scheduled ${n}`,
      platforms: [target],
      scheduledFor,
    });
    assert.equal(response.status, 201, await response.text());
  }
  await stopHerald(first);
  const { status, stderr } = spawnSync('cp', ['-a', dataDir, join(root, 'copy')], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);

  const second = await start();
  await makeDue();
  await waitFor(async () => ((await livePosts(second)).length === postCount ? true : undefined), { forMs: 40_000 });
  await stopHerald(second);
  // The sandbox stands for the platforms, which are not restored with Herald's data.
  rmSync(join(root, 'copy', 'sandbox'), { recursive: true, force: true });
  renameSync(join(dataDir, 'sandbox'), join(root, 'copy', 'sandbox'));
  rmSync(dataDir, { recursive: true });
  renameSync(join(root, 'copy'), dataDir);

  const third = await start();
  assert.match(third.output(), /Note: Herald is held: the database is older/);
  await makeDue();
  await sleep(3000);
  assert.equal((await livePosts(third)).length, postCount);
  const refused = await third.post('/v1/profiles', key, { name: 'Refused' });
  assert.equal(refused.status, 503);
  assert.match(((await refused.json()) as { message: string }).message, /herald release/);
  assert.equal((await third.get('/v1/profiles', key)).status, 200);

  const command = [process.execPath, 'server/src/cli/herald.ts', 'release', '--confirm', '--json'];
  const release = launch({ dataDir, command, env: { ...env, HERALD_SANDBOX_URL: `${third.baseUrl}/sandbox` } });
  assert.equal(await release.ended, 0, release.output());
  await waitFor(async () =>
    (await third.post('/v1/profiles', key, { name: 'Released' })).status === 201 ? true : undefined,
  );
  await sleep(3000);
  assert.equal((await livePosts(third)).length, postCount, 'nothing is published twice');
  const { posts } = (await (await third.get('/v1/posts', key)).json()) as { posts: { status: string }[] };
  assert.deepEqual([...new Set(posts.map(({ status }) => status))], ['published'], 'found on the platform');
});
