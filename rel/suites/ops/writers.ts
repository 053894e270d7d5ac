import type { Findings } from '../../harness/case.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { sleep } from '../../harness/wait.ts';

type Writers = {
  acknowledged: ReadonlySet<string>;
  statuses: ReadonlyMap<number, number>;
  lastMs(): number;
  stop(): Promise<void>;
};

const clients = 6;
const pauseMs = 100;

export function startWriters(api: Pick<Api, 'call'>, user: User): Writers {
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  let [lastMs, isOver, serial] = [0, false, 0];
  const client = async (): Promise<void> => {
    while (!isOver) {
      const content = `write-${(serial += 1)}`;
      const status = await write(api, user, content);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) {
        acknowledged.add(content);
        lastMs = performance.now();
      }
      await sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged,
    statuses,
    lastMs: () => lastMs,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

async function write(api: Pick<Api, 'call'>, user: User, content: string): Promise<number> {
  try {
    return (await api.call(user, 'POST', '/v1/posts', { content, isDraft: true })).status;
  } catch {
    return 0;
  }
}

type Verdict = { findings: Findings; refusals: readonly number[] };

export async function judgeWrites(
  database: CaseDatabase,
  writers: Writers,
  { findings, refusals }: Verdict,
): Promise<void> {
  const rows = await database.sql<{ content: string }>('SELECT content FROM posts');
  const stored = new Set(rows.map(({ content }) => content));
  const lost = [...writers.acknowledged].filter((content) => !stored.has(content));
  if (lost.length > 0) findings.faults.push(`${lost.length} acknowledged writes are lost, such as ${lost[0]}`);
  for (const [status, count] of writers.statuses) {
    if (status !== 201 && !refusals.includes(status)) findings.faults.push(`${count} requests returned ${status}`);
  }
}
