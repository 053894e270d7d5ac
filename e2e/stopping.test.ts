import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectAccount } from './connect-account.ts';
import { launch, startHerald, stopHerald, temporaryFolder, waitFor, type Herald } from './herald.ts';
import { processesOf } from './processes.ts';

// Every start after the first has existing data.
const dataDir = temporaryFolder();
after(() => rmSync(dataDir, { recursive: true, force: true }));

const first = await startHerald({ dataDir });
const key = first.key ?? '';
assert.equal(await stopHerald(first), 0);

async function assertNothingRuns(): Promise<void> {
  await waitFor(() => (processesOf(dataDir).length === 0 ? true : undefined), {
    because: () => `still running: ${processesOf(dataDir).join(', ')}`,
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} to the whole terminal, sent twice as npm does, stops everything with exit code 0`, async () => {
    const herald = await startHerald({ dataDir, command: ['npm', 'start'], isTerminal: true });
    process.kill(-herald.pid, signal);
    const code = await herald.ended;
    await assertNothingRuns();
    // npm does not survive SIGHUP; Herald does, to stop PostgreSQL.
    if (signal !== 'SIGHUP') assert.equal(code, 0, herald.output());
  });
}

test('SIGTERM to npm alone stops everything with exit code 0', async () => {
  const herald = await startHerald({ dataDir, command: ['npm', 'start'] });
  herald.child.kill('SIGTERM');
  assert.equal(await herald.ended, 0, herald.output());
  await assertNothingRuns();
});

test('a connection that a browser opened in advance does not delay the stop', async () => {
  const herald = await startHerald({ dataDir });
  const socket = connect(Number(new URL(herald.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close').then(() => 'closed');
  const stopped = stopHerald(herald);
  const first = await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 15_000, 'still open'))]);
  socket.destroy();
  assert.equal(first, 'closed');
  assert.equal(await stopped, 0, herald.output());
});

test('Ctrl-C under load returns only 201 and 503 and leaves no process behind', async () => {
  const herald = await startHerald({ dataDir, isTerminal: true });
  let isOver = false;
  const statuses = new Map<number, number>();
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const response = await herald.post('/v1/profiles', key, { name: 'Load' }).catch(() => undefined);
      if (response === undefined) return;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      await response.text();
    }
  });
  await waitFor(() => ((statuses.get(201) ?? 0) > 50 ? true : undefined));
  process.kill(-herald.pid, 'SIGINT');
  assert.equal(await herald.ended, 0, herald.output());
  isOver = true;
  await Promise.all(load);
  await assertNothingRuns();
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 201 && status !== 503),
    [],
  );
});

test('refuses a second start on the same folder, names the process holding it, and does not disturb the first', async () => {
  const herald = await startHerald({ dataDir });
  const second = launch({ dataDir });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), new RegExp(`in use by herald --role all \\(pid ${herald.pid}\\)`));
  assert.equal((await herald.get('/v1/profiles', key)).status, 200);
  assert.equal(await stopHerald(herald), 0);
});

test('reports a taken port, exits with code 1, leaves no process behind and keeps the first key for the next start', async () => {
  const herald = await startHerald({ dataDir });
  const other = temporaryFolder();
  const { port } = new URL(herald.baseUrl);
  const second = launch({ dataDir: other, env: { PORT: port } });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is already in use`));
  assert.deepEqual(processesOf(other), []);
  assert.equal((await herald.get('/healthz')).status, 200);
  const next = await startHerald({ dataDir: other });
  assert.equal((await next.get('/v1/profiles', next.key)).status, 200, 'the failed start had used up the first key');
  assert.equal(await stopHerald(next), 0);
  rmSync(other, { recursive: true, force: true });
  assert.equal(await stopHerald(herald), 0);
});

test('in production, /readyz returns 503 at once while requests are served during the drain time', async () => {
  const herald = await startHerald({
    dataDir,
    env: {
      HERALD_ENV: 'production',
      HERALD_PUBLIC_URL: 'https://herald.example',
      HERALD_TOKEN_KEYS: readFileSync(join(dataDir, 'token-keys'), 'utf8').trim(),
      HERALD_DRAIN_SECONDS: '2',
      PORT: '4987',
    },
  });
  const local = 'http://127.0.0.1:4987';
  assert.equal((await fetch(`${local}/readyz`)).status, 200);
  herald.child.kill('SIGTERM');
  await waitFor(async () => ((await fetch(`${local}/readyz`)).status === 503 ? true : undefined), { forMs: 1500 });
  const response = await fetch(`${local}/v1/profiles`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.status, 200);
  assert.equal(await herald.ended, 0);
});

test('a second signal after more than two seconds ends the process at once', async () => {
  const env = { HERALD_DRAIN_SECONDS: '60' };
  const herald = await startHerald({ dataDir, env });
  herald.child.kill('SIGTERM');
  await waitFor(async () => ((await herald.get('/readyz')).status === 503 ? true : undefined));
  await new Promise((resolve) => setTimeout(resolve, 2100));
  herald.child.kill('SIGTERM');
  assert.equal(await herald.ended, 1);
  const next = await startHerald({ dataDir });
  assert.equal((await next.get('/v1/profiles', key)).status, 200, 'the engine left behind is no hindrance');
  assert.equal(await stopHerald(next), 0);
});

test('SIGTERM during a slow thread stops within 25 seconds, and the next start publishes the rest once', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `Thread item ${index + 1}`);
  const first = await startHerald({ dataDir });
  const target = await connectAccount(first, key, { platform: 'x', name: 'ada_lovelace' });
  const published = async (herald: Herald): Promise<string[]> => {
    const { posts } = (await (await herald.get('/sandbox/control/ledger?platform=x')).json()) as {
      posts: { text: string; createdAt: string }[];
    };
    return posts.map(({ text }) => text).filter((text) => texts.includes(text));
  };
  const fault = { platform: 'x', kind: 'slow', operation: 'createTweet', value: 3000, times: 100 };
  assert.ok((await first.post('/sandbox/control/faults', key, fault)).ok);
  const settings = { threadItems: texts.map((content) => ({ content })) };
  const body = { content: 'A thread', publishNow: true, platforms: [{ ...target, settings }] };
  const created = first.post('/v1/posts', key, body).catch(() => undefined);
  await waitFor(async () => ((await published(first)).length >= 2 ? true : undefined), { forMs: 40_000 });

  const stoppedAt = Date.now();
  assert.equal(await stopHerald(first), 0, first.output());
  const tookMs = Date.now() - stoppedAt;
  assert.ok(tookMs < 30_000, `stopping took ${tookMs} ms`);
  await created;

  const second = await startHerald({ dataDir });
  assert.ok((await published(second)).length < texts.length, 'the thread was interrupted');
  await fetch(`${second.baseUrl}/sandbox/control/faults`, { method: 'DELETE' });
  await waitFor(async () => ((await published(second)).length >= texts.length ? true : undefined), {
    forMs: 150_000,
  });
  // Long enough for a duplicate to arrive.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.deepEqual((await published(second)).sort(), [...texts].sort(), 'every item once');
  assert.equal(await stopHerald(second), 0);
});
