import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/programs/apis.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';

const figures = {
  quick: { keys: 100, callers: 20, processes: 2 },
  full: { keys: 500, callers: 50, processes: 4 },
};
const keysAtOnce = 4;
const hourMs = 3_600_000;

export const repeatRequestId: Case = {
  id: 'repeat-request-id',
  about:
    'Sends the same `x-request-id` many times in parallel to several processes; one post is created, and every response names it.',
  run: async (testbed, { tier, overrides }) => {
    const figure = figures[tier];
    const keys = overrides.get('keys') ?? figure.keys;
    const callers = overrides.get('callers') ?? figure.callers;
    const processes = overrides.get('processes') ?? figure.processes;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const { apis, user, sandbox } = await startApis(database, processes);
    const [first] = apis;
    if (first === undefined) throw new Error('no API process');
    const target = await connectSandbox(first, user, { platform: 'bluesky', name: 'writer' });
    const times: number[] = [];
    const acknowledged = new Set<string>();
    const round = async (_: unknown, number: number): Promise<void> => {
      const requests = Array.from({ length: callers }, (_, n) =>
        createPost(apis[n % apis.length] ?? first, user, { number, target }),
      );
      const results = await Promise.all(requests);
      times.push(...results.map(({ ms }) => ms));
      findings.faults.push(...judge(number, results));
      for (const { id } of results) if (id !== undefined) acknowledged.add(id);
    };
    await inParallel(Array.from({ length: keys }), keysAtOnce, round);

    const [row] = await database.sql<{ n: number }>('SELECT count(*)::int AS n FROM posts');
    if (row?.n !== keys) findings.faults.push(`${row?.n ?? 0} posts for ${keys} keys`);
    findings.counts = { keys, callers, processes, posts: row?.n ?? 0, requests: times.length };
    findings.times = { p50Ms: Math.round(percentile(times, 0.5)), p99Ms: Math.round(percentile(times, 0.99)) };
    const posts = { ledger: [], acknowledged };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    for (const api of apis) await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

type PostInput = { number: number; target: Target };
type CreateResult = { status: number; id: string | undefined; text: string; ms: number };

/** Every second post is a draft. The texts differ because of the duplicate check. */
async function createPost({ baseUrl }: Api, { key }: User, { number, target }: PostInput): Promise<CreateResult> {
  const startedMs = performance.now();
  const content = `Number ${number}`;
  const later = { platforms: [target], scheduledFor: new Date(Date.now() + hourMs).toISOString() };
  const body = { content, ...(number % 2 === 0 ? { isDraft: true } : later) };
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'x-request-id': `suite-${number}`,
  };
  const response = await fetch(`${baseUrl}/v1/posts`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  const { post, existingPost } = JSON.parse(text) as Partial<Record<'post' | 'existingPost', { _id: string }>>;
  const { status } = response;
  return { status, id: (status === 201 ? post : existingPost)?._id, text, ms: performance.now() - startedMs };
}

function judge(number: number, results: readonly CreateResult[]): string[] {
  const created = results.filter(({ status }) => status === 201).length;
  const ids = new Set(results.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const strange = results.filter(({ status }) => status !== 200 && status !== 201);
  return [
    ...(created === 1 ? [] : [`key ${number}: ${created} responses with 201`]),
    ...(ids.size === 1 ? [] : [`key ${number}: ${ids.size} different posts`]),
    ...strange.slice(0, 1).map(({ status, text }) => `key ${number}: answered with ${status} ${text}`),
  ];
}
