import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHerald } from '../herald.ts';
import type { FigureScenario } from '../scenario.ts';
import { keyHeader } from '../stage.ts';

const requestCount = 10;

export const idleMemory: FigureScenario = {
  kind: 'figure',
  name: 'idle-memory',
  about: 'Resident memory of the Node process (`VmRSS`, without PostgreSQL) after ten requests and five idle seconds.',
  unit: 'MB',
  figureMax: 150,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const herald = await startHerald(stage);
    for (let request = 1; request <= requestCount; request += 1) {
      const response = await fetch(`${herald.url}/v1/profiles`, { headers: keyHeader(stage.apiKey) });
      await response.text();
      if (response.status !== 200) throw new Error(`a request was answered with ${response.status}`);
    }
    await sleep(restSeconds * 1000);
    const megabytes = residentMegabytes(herald.pid);
    await herald.stop();
    return megabytes;
  },
};

function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('the kernel does not report the resident memory');
  return (Number(kibibytes) * 1024) / 1e6;
}
