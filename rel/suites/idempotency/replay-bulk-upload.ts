import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/programs/apis.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { sleep } from '../../harness/wait.ts';

const figures = { quick: { files: 3, rows: 100 }, full: { files: 50, rows: 500 } };
const hourMs = 3_600_000;

export const replayBulkUpload: Case = {
  id: 'replay-bulk-upload',
  about:
    'Kills the API in the middle of a bulk upload and repeats the request; the remaining rows are created, and no row twice.',
  run: async (testbed, { tier, random, overrides }) => {
    const files = overrides.get('files') ?? figures[tier].files;
    const rows = overrides.get('rows') ?? figures[tier].rows;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const { apis, user, sandbox, start } = await startApis(database, 1);
    let [api] = apis;
    if (api === undefined) throw new Error('no API process');
    const profileId = await openProfile(api, user);
    const counts = { files, rows, cutShort: 0, unanswered: 0 };
    const acknowledged = new Set<string>();
    for (let number = 0; number < files; number += 1) {
      const file = fileOf({ number, rows, profileId });
      const dying = api;
      const first = send(dying, user, { file, number }).catch(() => undefined);
      await waitForSome(database, { number, atLeast: random.between(0, rows - 1), first });
      await dying.child.kill();
      if ((await first) === undefined) counts.unanswered += 1;
      const created = await countRows(database, number);
      if (created > 0 && created < rows) counts.cutShort += 1;
      api = await start();
      const second = await send(api, user, { file, number });
      const third = await send(api, user, { file, number });
      findings.faults.push(...judge({ number, rows }, [await first, second, third]));
      for (const id of idsOf(second)) acknowledged.add(id);
      const after = await countRows(database, number);
      if (after !== rows) findings.faults.push(`file ${number}: ${after} posts for ${rows} rows`);
    }
    findings.counts = { ...counts, posts: acknowledged.size };
    if (counts.cutShort === 0) findings.warnings.push('no file was cut short in the middle');
    const posts = { ledger: [], acknowledged };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function openProfile(api: Api, user: User): Promise<string> {
  await connectSandbox(api, user, { platform: 'telegram', name: 'news' });
  const { body } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
  const profileId = body.profiles[0]?._id ?? '';
  const slots = Array.from({ length: 56 }, (_, n) => ({
    dayOfWeek: n % 7,
    time: `${String(n % 8).padStart(2, '0')}:${10 + (n % 7)}`,
  }));
  const queue = await api.call(user, 'POST', '/v1/queue/slots', { profileId, timezone: 'UTC', slots });
  if (queue.status !== 201) throw new Error(`no queue: ${JSON.stringify(queue.body)}`);
  return profileId;
}

type File = { number: number; rows: number; profileId: string };

function fileOf({ number, rows, profileId }: File): string {
  const at = new Date(Date.now() + 48 * hourMs).toISOString();
  const lines = Array.from({ length: rows }, (_, n) => {
    const mode = n % 10 === 0 ? ',,true' : n % 2 === 0 ? ',true,' : `${at},,`;
    return `${contentOf(number)} ${n + 1},telegram,${profileId},${mode}`;
  });
  return ['post_content,platforms,profiles,schedule_time,is_draft,use_queue', ...lines].join('\n');
}

function contentOf(number: number): string {
  return `File ${number} row`;
}

async function countRows({ sql }: CaseDatabase, number: number): Promise<number> {
  const [row] = await sql<{ n: number }>('SELECT count(*)::int AS n FROM posts WHERE content LIKE $1', [
    `${contentOf(number)} %`,
  ]);
  return row?.n ?? 0;
}

type Moment = { number: number; atLeast: number; first: Promise<unknown> };

async function waitForSome(database: CaseDatabase, { number, atLeast, first }: Moment): Promise<void> {
  const firstDone = new AbortController();
  void first.finally(() => firstDone.abort());
  while (!firstDone.signal.aborted && (await countRows(database, number)) < atLeast) await sleep(1);
}

type BulkResponse = {
  status: number;
  results: { rowIndex: number; ok: boolean; createdPostId?: string; errors?: string[] }[];
};

async function send(
  { baseUrl }: Api,
  { key }: User,
  { file, number }: { file: string; number: number },
): Promise<BulkResponse> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'x-request-id': `file-${number}` };
  const response = await fetch(`${baseUrl}/v1/posts/bulk-upload`, { method: 'POST', headers, body: file });
  const { results = [] } = (await response.json()) as Partial<BulkResponse>;
  return { status: response.status, results };
}

function idsOf({ results }: BulkResponse): string[] {
  return results.flatMap(({ createdPostId }) => createdPostId ?? []);
}

function judge(
  { number, rows }: { number: number; rows: number },
  responses: readonly (BulkResponse | undefined)[],
): string[] {
  const received = responses.filter((response) => response !== undefined);
  const wrong = received.flatMap(({ status, results }) => {
    const bad = results.filter(({ ok }) => !ok);
    return status === 200 && bad.length === 0
      ? []
      : [`file ${number}: ${status}, ${bad.length} rows refused: ${bad[0]?.errors?.join('; ') ?? ''}`];
  });
  const lists = new Set(received.map((response) => idsOf(response).join()));
  const distinct = new Set(idsOf(received[0] ?? { status: 0, results: [] }));
  return [
    ...wrong,
    ...(lists.size === 1 ? [] : [`file ${number}: ${lists.size} responses list different posts`]),
    ...(distinct.size === rows ? [] : [`file ${number}: ${distinct.size} posts in the response for ${rows} rows`]),
  ];
}
