import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, waitFor } from './herald.ts';
import { isRunning } from './processes.ts';

test('npm run cluster serves requests while a process stops, and Ctrl-C stops all processes', async () => {
  const command = [process.execPath, 'rel/cluster.ts', '--apis', '2', '--workers', '2', '--port', '0'];
  const cluster = launch({ command, isTerminal: true });
  const read = (pattern: RegExp): string | undefined => pattern.exec(cluster.output())?.[1];
  const giveUp = (): boolean => cluster.child.exitCode !== null;
  await waitFor(() => read(/(Press Ctrl-C)/), { forMs: 90_000, giveUp, because: cluster.output });
  const url = read(/^API +(http\S+)/m) ?? '';
  const headers = { authorization: `Bearer ${read(/^API key +(\S+)/m) ?? ''}` };
  const list = async (): Promise<number> => (await fetch(`${url}/v1/profiles`, { headers })).status;
  const pids = [...cluster.output().matchAll(/^(api|worker) \d +pid (\d+)/gm)].map(([, , pid]) => Number(pid));
  assert.equal(pids.length, 4, cluster.output());

  assert.equal(await list(), 200);
  process.kill(pids[0] ?? 0, 'SIGTERM');
  const statuses = new Set<number>();
  await waitFor(async () => {
    statuses.add(await list());
    return read(/^(api 1 ended \(0\))$/m);
  });
  assert.deepEqual([...statuses], [200]);

  process.kill(-(cluster.child.pid ?? 0), 'SIGINT');
  assert.equal(await cluster.ended, 0, cluster.output());
  assert.deepEqual(pids.filter(isRunning), []);
});

test('npm run cluster refuses a wrong option with the valid values', async () => {
  const refused = launch({ command: [process.execPath, 'rel/cluster.ts', '--workers', '0'] });
  assert.equal(await refused.ended, 2);
  assert.match(refused.output(), /--workers must be a whole number from 1 to 16, not "0"/);
});
