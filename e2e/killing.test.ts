import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, startHerald, stopHerald, temporaryFolder, waitFor, type Herald } from './herald.ts';
import { isRunning, processesOf } from './processes.ts';

const rounds = 10;
const dataDir = temporaryFolder();
after(() => rmSync(dataDir, { recursive: true, force: true }));

function enginePid(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function writeUntilKilled(herald: Herald, key: string, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let number = 0; ; number += 1) {
      const name = `r${round}w${writer}n${number}`;
      const response = await herald.post('/v1/profiles', key, { name }).catch(() => undefined);
      if (response === undefined) return;
      if (response.status === 201) acknowledged.push(name);
      await response.text().catch(() => undefined);
    }
  });
  await waitFor(() => (acknowledged.length >= 40 ? true : undefined));
  herald.child.kill('SIGKILL');
  await herald.ended;
  await Promise.all(writers);
  return acknowledged;
}

test(`starts and loses no acknowledged write after kill -9 under writes, ${rounds} times in a row`, async () => {
  const acknowledged: string[] = [];
  let key = '';
  for (let round = 1; round <= rounds; round += 1) {
    const herald = await startHerald({ dataDir });
    key ||= herald.key ?? '';
    acknowledged.push(...(await writeUntilKilled(herald, key, round)));
    assert.ok(isRunning(enginePid()), 'the engine outlives a killed Herald, and the next start has to clean up');
  }
  const last = await startHerald({ dataDir });
  const { profiles } = (await (await last.get('/v1/profiles', key)).json()) as { profiles: { name: string }[] };
  const stored = new Set(profiles.map((profile) => profile.name));
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
    `of ${acknowledged.length} acknowledged writes`,
  );
  assert.equal(await stopHerald(last), 0);
  assert.deepEqual(processesOf(dataDir), []);
});

test('restarts a killed PostgreSQL and returns only 503 in the meantime', async () => {
  const herald = await startHerald({ dataDir });
  const key = await newKey();
  const killed = enginePid();
  process.kill(killed, 'SIGKILL');
  const statuses = new Set<number>();
  await waitFor(async () => {
    const { status } = await herald.get('/v1/profiles', key);
    statuses.add(status);
    return status === 200 && enginePid() !== killed ? true : undefined;
  });
  statuses.delete(503);
  assert.deepEqual([...statuses], [200]);
  assert.ok(!herald.output().includes('secretKey'), 'what the driver hangs on its errors is not logged');
  const second = launch({ dataDir });
  assert.equal(await second.ended, 1, 'and the folder is still held');
  assert.equal(await stopHerald(herald), 0);
});

async function newKey(): Promise<string> {
  const command = [process.execPath, 'server/src/cli/herald.ts', 'key', 'create', '--json'];
  const { output, ended } = launch({ dataDir, command });
  assert.equal(await ended, 0, output());
  return (JSON.parse(output()) as { apiKey: { key: string } }).apiKey.key;
}
