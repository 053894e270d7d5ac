import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { freePort } from '../../harness/network/free-port.ts';
import { startProgram, type Program } from '../../harness/programs/program.ts';
import { callerOf } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { tokenKey } from '../backup/operator.ts';
import { judgeWrites, startWriters } from './writers.ts';

const defaultRounds = 10;
const heapMb = 256;
const backMsAim = 5000;
const fillHeap = new URL('../../harness/programs/fill-heap.mjs', import.meta.url);

export const runOutOfMemory: Case = {
  id: 'run-out-of-memory',
  about:
    'Lets an API process with a heap of 256 MB run out of memory while clients write, and starts it again at once; no acknowledged write is lost, and writes are accepted again without further help.',
  isFullOnly: true,
  run: async (testbed, { random, overrides }) => {
    const rounds = overrides.get('rounds') ?? defaultRounds;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    using folder = createDataFolder('memory');
    const { user, child } = await database.startApi({ users: 1, folder: folder.path });
    await child.stop();
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const env = {
      ...{ DATABASE_URL: database.url, HERALD_DATA_DIR: folder.path, HERALD_TOKEN_KEYS: tokenKey },
      ...{ PORT: String(port), HERALD_PUBLIC_URL: baseUrl },
      NODE_OPTIONS: `--max-old-space-size=${heapMb} --import=${fillHeap.href}`,
    };
    const programs: Program[] = [];
    const start = (): Program => {
      const program = startProgram('api', { args: ['server/src/main.mjs', '--role', 'api'], env });
      programs.push(program);
      return program;
    };
    let api = start();
    await api.waitForOutput(/Herald is running/);
    const writers = startWriters({ call: callerOf(baseUrl) }, user);
    const backMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(random.between(500, 1500));
      process.kill(api.pid, 'SIGUSR2');
      const how = await api.ended;
      if (how !== 'SIGABRT') findings.faults.push(`the process ended with ${how} instead of running out of memory`);
      const endedMs = performance.now();
      api = start();
      await waitUntil('a write after the restart', 60_000, () => writers.lastMs() > endedMs);
      backMs.push(Math.round(writers.lastMs() - endedMs));
    }
    await writers.stop();
    await api.stop();
    // 0: the connection was lost or refused.
    await judgeWrites(database, writers, { findings, refusals: [0, 503] });
    findings.counts = { rounds, heapMb, acknowledged: writers.acknowledged.size };
    findings.times = { backMsMax: Math.max(...backMs) };
    if (Math.max(...backMs) > backMsAim) findings.warnings.push(`writes were back after ${Math.max(...backMs)} ms`);
    const logs = programs.map((program) => program.output()).join('\n');
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [user.key], logs })));
    return findings;
  },
};
