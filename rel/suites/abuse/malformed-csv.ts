import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/programs/apis.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { watchMemory } from '../../harness/programs/memory.ts';
import { connectSandbox } from '../../harness/sandbox-account.ts';
import { sendRaw, type RawResponse, type RawRequest } from '../../harness/network/raw-http.ts';
import type { Api, User } from '../../harness/testbed.ts';
import type { CsvResponse, CsvCase, CsvContext } from './csv/csv-case.ts';
import { csvCases } from './csv/index.ts';
import { boundary, form } from './forms.ts';

const responseMsAim = 3000;
const growthMbAim = 256;

export const malformedCsv: Case = {
  id: 'malformed-csv',
  about:
    'Uploads malformed and unusual CSV files; each gets the documented response in time and creates exactly the posts of its valid rows.',
  run: async (testbed) => {
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const { apis, user, sandbox } = await startApis(database, 1);
    const [api] = apis;
    if (api === undefined) throw new Error('no API process');
    await connectSandbox(api, user, { platform: 'telegram', name: 'news' });
    await using memory = watchMemory(api.child.pid);
    const cases = csvCases(await createCsvContext(api, user));
    const all = { expected: 0, slowestMs: 0 };
    for (const one of cases) {
      for (const way of waysOf(one)) {
        const response = await sendRaw(portOf(api), requestOf(user, one, way));
        all.slowestMs = Math.max(all.slowestMs, response.ms);
        if (response.ms > responseMsAim) findings.warnings.push(`${one.name}: answered after ${response.ms} ms`);
        const fault = await judge(response, one, (id) => readPost(api, user, id));
        if (fault !== undefined) findings.faults.push(`${one.name}, ${way}: ${fault}`);
        all.expected += goodRows(one);
      }
    }
    const [row] = await database.sql<{ n: number }>('SELECT count(*)::int AS n FROM posts');
    if (row?.n !== all.expected) findings.faults.push(`${row?.n ?? 0} posts, and ${all.expected} rows were good`);
    findings.counts = { files: cases.length, posts: row?.n ?? 0 };
    const growthMb = memory.peakMb() - memory.startMb;
    findings.times = { slowestMs: all.slowestMs, rssPeakMb: memory.peakMb(), rssGrowthMb: growthMb };
    if (growthMb > growthMbAim) findings.faults.push(`the server grew by ${growthMb} MB`);
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [user.key], logs })));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function createCsvContext(api: Api, user: User): Promise<CsvContext> {
  await api.call(user, 'POST', '/v1/profiles', { name: 'Empty' });
  const { body } = await api.call<{ profiles: { _id: string; name: string }[] }>(user, 'GET', '/v1/profiles');
  const other = body.profiles.find(({ name }) => name === 'Empty');
  const own = body.profiles.find(({ name }) => name !== 'Empty');
  if (own === undefined || other === undefined) throw new Error('a profile is missing');
  return { profileId: own._id, profileName: own.name, otherProfileId: other._id, now: new Date() };
}

type Way = 'as it is' | 'in a form';

/** Sends a file both raw and as a form, unless the content type or an earlier request matters. */
function waysOf({ contentType, query }: CsvCase): Way[] {
  return contentType === undefined && query !== '' ? ['as it is', 'in a form'] : ['as it is'];
}

function goodRows({ expected, query }: CsvCase): number {
  if (!('rows' in expected) || query === '?dryRun=true') return 0;
  return expected.rows.filter((row) => row === true).length;
}

function portOf({ baseUrl }: Api): number {
  return Number(new URL(baseUrl).port);
}

function requestOf({ key }: User, one: CsvCase, way: Way): RawRequest {
  const file = Buffer.from(one.file);
  const disposition = 'form-data; name="file"; filename="posts.csv"';
  const bytes = way === 'in a form' ? form({ disposition, content: file }) : file;
  const type = way === 'in a form' ? `multipart/form-data; boundary=${boundary}` : (one.contentType ?? 'text/csv');
  const head = [
    `POST /v1/posts/bulk-upload${one.query ?? '?allowDuplicate=true'} HTTP/1.1`,
    'Host: herald.example',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
  ];
  return { head, body: pieces(bytes) };
}

function* pieces(bytes: Buffer): Generator<Uint8Array> {
  const size = 60_001;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Post = { content: string; scheduledFor: string | null };

async function readPost(api: Api, user: User, id: string): Promise<Post> {
  return (await api.call<{ post: Post }>(user, 'GET', `/v1/posts/${id}`)).body.post;
}

type BulkResponse = {
  error?: string;
  code?: string;
  param?: string | null;
  results: { rowIndex: number; ok: boolean; createdPostId?: string; errors?: string[] }[];
  warnings: string[];
} & Record<'total' | 'valid' | 'invalid', number>;

async function judge(
  response: RawResponse,
  { expected }: CsvCase,
  read: (id: string) => Promise<Post>,
): Promise<string | undefined> {
  const seen = `${response.status} ${response.text.slice(0, 300)}`;
  if (response.status !== expected.status) return `${expected.status} expected, got ${seen}`;
  const body = JSON.parse(response.text) as BulkResponse;
  if ('about' in expected) {
    const isRight =
      body.code === 'validation' && body.param === expected.param && expected.about.test(body.error ?? '');
    return isRight ? undefined : `another fault: ${seen}`;
  }
  return judgeRows(body, expected) ?? (await judgePosts(body, expected, read));
}

type Rows = Extract<CsvResponse, { rows: object }>;

function judgeRows(body: BulkResponse, { rows, warnings }: Rows): string | undefined {
  const good = rows.filter((row) => row === true).length;
  const counts = [body.total, body.valid, body.invalid].join();
  if (counts !== [rows.length, good, rows.length - good].join()) return `counts ${counts} for ${rows.length} rows`;
  for (const [at, row] of rows.entries()) {
    const { rowIndex, ok, errors = [] } = body.results[at] ?? { rowIndex: 0, ok: false };
    if (rowIndex !== at + 1) return `row ${at + 1} has the rowIndex ${rowIndex}`;
    const isRight = row === true ? ok && errors.length === 0 : !ok && errors.some((error) => row.test(error));
    if (!isRight) return `row ${rowIndex}: ${ok ? 'is good' : errors.join('; ')}`;
  }
  if (warnings === undefined) return undefined;
  const isSame =
    body.warnings.length === warnings.length && warnings.every((one, at) => one.test(body.warnings[at] ?? ''));
  return isSame ? undefined : `warnings: ${body.warnings.join('; ')}`;
}

async function judgePosts(
  body: BulkResponse,
  { contents, times }: Rows,
  read: (id: string) => Promise<Post>,
): Promise<string | undefined> {
  if (contents === undefined && times === undefined) return undefined;
  const posts: Post[] = [];
  for (const { createdPostId } of body.results) if (createdPostId !== undefined) posts.push(await read(createdPostId));
  const [texts, due] = [posts.map((post) => post.content), posts.map((post) => post.scheduledFor)];
  if (contents !== undefined && JSON.stringify(texts) !== JSON.stringify(contents))
    return `created ${JSON.stringify(texts)}`;
  return times === undefined || due.join() === times.join()
    ? undefined
    : `due ${due.join()} instead of ${times.join()}`;
}
