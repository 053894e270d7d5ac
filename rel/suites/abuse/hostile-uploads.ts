import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import type { RawResponse } from '../../harness/network/raw-http.ts';
import type { Testbed, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { differs, invalid, keyOf, uploaded, type Expected } from './expected.ts';
import { boundary, form } from './forms.ts';
import { checkLeftovers, openFixture, type Fixture } from './fixture.ts';
import { presign, put } from './tickets.ts';

type UploadFile = { name: string; path: string; announced: string; direct: string | null; put: string | null };

const responseMsAim = 3000;
const filesAtOnce = 2;

export const hostileUploads: Case = {
  id: 'hostile-uploads',
  about:
    'Uploads polyglots, decompression bombs and mislabeled files; hostile ones are refused, accepted ones are served byte for byte with their detected type.',
  run: async (testbed) => {
    await using files = await writeFiles(testbed);
    await using fixture = await openFixture(testbed, 1);
    const findings = noFindings();
    const { user } = fixture.api;
    const keys: string[] = [];
    let slowestMs = 0;
    await inParallel(files.list, filesAtOnce, async (file) => {
      const bytes = readFileSync(file.path);
      const shown = { direct: uploaded(undefined, bytes.length), put: { status: 200, shape: 'empty' } as const };
      for (const way of ['direct', 'put'] as const) {
        const { response, key } = await upload(fixture, { user, file, bytes, way });
        slowestMs = Math.max(slowestMs, response.ms);
        const type = file[way];
        const expected: Expected = type === null ? invalid() : shown[way];
        const served = key === undefined ? undefined : await serve(fixture, key);
        const faults = [differs(response, expected), differsServed(served, { type, bytes })].filter(
          (text) => text !== undefined,
        );
        findings.faults.push(...faults.map((text) => `${file.name}, ${way}: ${text}`));
        if (response.status === 200 && key !== undefined) keys.push(key);
        note(findings, `${file.name}, ${way}`, response);
      }
    });
    findings.faults.push(...(await checkLeftovers(fixture, keys)));
    findings.faults.push(
      ...(await checkInvariants(fixture.database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    findings.counts = { files: files.list.length, uploads: files.list.length * 2, accepted: keys.length };
    findings.times = { slowestMs };
    fixture.noteMemory(findings);
    return findings;
  },
};

function note(findings: Findings, what: string, { ms }: RawResponse): void {
  if (ms > responseMsAim) findings.warnings.push(`${what}: answered after ${ms} ms`);
}

/** In a process that may import the imaging libraries. */
async function writeFiles({ supervisor }: Testbed): Promise<AsyncDisposable & { list: UploadFile[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-files-'));
  const writer = supervisor.start('files', { role: 'files', folder });
  const { files } = (await writer.waitForEvent('ready')) as unknown as { files: UploadFile[] };
  await writer.stop();
  return { list: files, [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }) };
}

type Upload = { user: User; file: UploadFile; bytes: Buffer; way: 'direct' | 'put' };

async function upload(
  fixture: Fixture,
  { user, file, bytes, way }: Upload,
): Promise<{ response: RawResponse; key: string | undefined }> {
  if (way === 'put') {
    const { path, key } = await presign(fixture, user, { contentType: file.announced, filename: 'a.html' });
    return { response: await put(fixture, path, { body: bytes, contentType: file.announced }), key };
  }
  const body = form({
    disposition: 'form-data; name="file"; filename="a.html"',
    headers: ['Content-Type: text/html'],
    content: bytes,
  });
  const response = await fixture.send({
    head: [
      'POST /v1/media/upload-direct HTTP/1.1',
      'Host: herald.example',
      `Authorization: Bearer ${user.key}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
    ],
    body: [body],
  });
  return { response, key: keyOf(response)[0] };
}

type Served = { status: number; headers: Headers; bytes: Buffer };

async function serve({ api }: Fixture, key: string): Promise<Served> {
  const response = await fetch(`${api.baseUrl}/media/${key}`);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The headers must prevent sniffing and scripts. */
function differsServed(
  served: Served | undefined,
  { type, bytes }: { type: string | null; bytes: Buffer },
): string | undefined {
  if (type === null) return served === undefined || served.status === 404 ? undefined : `served with ${served.status}`;
  if (served?.status !== 200) return `not served: ${served?.status}`;
  if (!served.bytes.equals(bytes)) return 'other bytes are served';
  const expectedHeaders: [string, RegExp][] = [
    ['content-type', new RegExp(`^${type}$`)],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /default-src 'none'; sandbox/],
    ['content-disposition', /^inline; filename\*=UTF-8''a\.html$/],
  ];
  return expectedHeaders
    .filter(([name, value]) => !value.test(served.headers.get(name) ?? ''))
    .map(([name]) => `${name} is ${served.headers.get(name)}`)[0];
}
