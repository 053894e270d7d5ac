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

/** Writes until the process is gone, and answers the names that were acknowledged. */
async function writeUntilGone(herald: Herald, key: string, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let number = 0; ; number += 1) {
      const name = `r${round}w${writer}n${number}`;
      const answer = await herald.post('/v1/profiles', key, { name }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 201) acknowledged.push(name);
      await answer.text().catch(() => undefined);
    }
  });
  await waitFor(() => (acknowledged.length >= 40 ? true : undefined));
  herald.child.kill('SIGKILL');
  await herald.ended;
  await Promise.all(writers);
  return acknowledged;
}

test(`kill -9 under writes, ${rounds} times in a row: every start works and no acknowledged write is lost`, async () => {
  const acknowledged: string[] = [];
  let key = '';
  for (let round = 1; round <= rounds; round += 1) {
    const herald = await startHerald({ dataDir });
    key ||= herald.key ?? '';
    acknowledged.push(...(await writeUntilGone(herald, key, round)));
    assert.ok(isRunning(enginePid()), 'the engine outlives a killed Herald, which is what the next start has to mend');
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

test('a PostgreSQL killed under a running Herald is started again, with nothing but 503 meanwhile', async () => {
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

/** A key from the command line, beside the running server. */
async function newKey(): Promise<string> {
  const command = [process.execPath, 'server/src/cli/herald.ts', 'key', 'create', '--json'];
  const { output, ended } = launch({ dataDir, command });
  assert.equal(await ended, 0, output());
  return (JSON.parse(output()) as { apiKey: { key: string } }).apiKey.key;
}
