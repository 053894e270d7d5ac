import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { watchMemory } from '../../harness/programs/memory.ts';
import { sendRaw, type RawResponse, type RawRequest } from '../../harness/network/raw-http.ts';
import type { Api, CaseDatabase, Testbed } from '../../harness/testbed.ts';
import { waitUntil } from '../../harness/wait.ts';

export type Fixture = AsyncDisposable & {
  api: Api;
  database: CaseDatabase;
  send(request: RawRequest): Promise<RawResponse>;
  stored(): string[];
  noteMemory(findings: Findings): void;
};

const peakMbAim = 300;

export async function openFixture(testbed: Testbed, users: number): Promise<Fixture> {
  const dataFolder = createDataFolder('abuse');
  const folder = dataFolder.path;
  const database = await testbed.openDatabase();
  const api = await database.startApi({ users, folder });
  const memory = watchMemory(api.child.pid);
  const port = Number(new URL(api.baseUrl).port);
  return {
    api,
    database,
    send: (request) => sendRaw(port, request),
    stored: () => filesIn(join(folder, 'media')),
    noteMemory: (findings) => {
      const peakMb = memory.peakMb();
      findings.times = { ...findings.times, rssStartMb: memory.startMb, rssPeakMb: peakMb };
      findings.times['rssGrowthMb'] = peakMb - memory.startMb;
      if (peakMb > peakMbAim) findings.warnings.push(`the server held ${peakMb} MB, and ${peakMbAim} MB are aimed at`);
      if (peakMb > 2 * peakMbAim) findings.faults.push(`the server held ${peakMb} MB`);
    },
    [Symbol.asyncDispose]: async () => {
      await memory[Symbol.asyncDispose]();
      await api.child.stop();
      dataFolder[Symbol.dispose]();
    },
  };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

export async function checkLeftovers(
  { stored, database }: Fixture,
  acceptedKeys: readonly string[],
): Promise<string[]> {
  const expectedKeys = acceptedKeys.toSorted();
  const isClean = (): boolean => stored().toSorted().join() === expectedKeys.join();
  // The server cleans up after a disconnected client with a delay.
  await waitUntil('a clean store', 5000, isClean).catch(() => undefined);
  const rows = await database.sql<{ key: string }>(`SELECT key FROM media WHERE status = 'uploaded'`);
  const claimed = await database.sql<{ key: string }>(`SELECT key FROM media WHERE claim_token IS NOT NULL`);
  return [
    ...stored()
      .filter((name) => !expectedKeys.includes(name))
      .map((name) => `${name} was left in the store`),
    ...expectedKeys.filter((key) => !stored().includes(key)).map((key) => `${key} is not in the store`),
    ...(rows.length === expectedKeys.length ? [] : [`${rows.length} rows for ${expectedKeys.length} accepted files`]),
    ...claimed.map(({ key }) => `${key} is still claimed`),
  ];
}
