import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout } from '../../src/boot/open-database.ts';
import { adapters } from '../../src/platforms/registry.ts';
import { jpegOf, mp4Of } from '../conformance/media-files.ts';
import { sendCsv } from '../data/csv.ts';
import { linesOf } from '../data/exported.ts';
import { makeAccount, makeProfile } from '../factories.ts';
import { startTestApp, type TestUser } from '../harness.ts';
import { readPost } from '../data/posts.ts';
import { makeQueue } from '../data/queues.ts';

// The files of docs/bulk-upload.md must be valid.

const t = await startTestApp({ sandbox: true });
const docs = (name: string): string => readFileSync(join(checkout, 'docs', name), 'utf8');
const allColumns = docs('bulk-upload-all-columns.csv');
const lines = await linesOf(allColumns);

async function upload({ call }: TestUser, payload: Buffer, contentType: string): Promise<string> {
  const { body } = await call('POST', '/v1/media/presign', { body: { filename: 'a.bin', contentType } });
  const headers = { 'content-type': contentType };
  assert.equal((await t.call('PUT', new URL(body.uploadUrl).pathname, { payload, headers })).status, 200);
  return body.publicUrl;
}

test('the file with all columns uses every column of the template, every platform and every scheduling option', () => {
  const columns = docs('bulk-upload-template.csv').trim().split(',');
  assert.deepEqual(Object.keys(lines[0] ?? {}), columns);
  const unused = columns.filter((name) => lines.every((line) => line[name] === ''));
  assert.deepEqual(unused, []);
  const named = new Set(lines.flatMap((line) => line['platforms']?.split(',') ?? []));
  assert.deepEqual(
    adapters.map(({ name }) => name).filter((name) => !named.has(name)),
    [],
  );
  const times = lines.map((line) => line['schedule_time'] ?? '');
  for (const kind of [/ \d\d:\d\d$/, / \d\d:\d\d:\d\d$/, /Z$/, /\+02:00$/, /^$/]) {
    assert.ok(
      times.some((time) => kind.test(time)),
      String(kind),
    );
  }
  assert.ok(lines.some((line) => line['use_queue'] === 'true'));
  assert.ok(
    lines.every((line) => !/^(true|1|yes)$/.test(line['publish_now'] ?? '')),
    'nobody publishes by trying it out',
  );
});

test('every row of the file with all columns becomes a post', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call, { name: 'Bakery' });
  for (const { name: platform } of adapters) await makeAccount(user.call, { platform, account: 'adabakes', profileId });
  await makeQueue(user.call, { profileId });
  const file = allColumns
    .replaceAll('https://files.example.com/bread.jpg', await upload(user, jpegOf('bread'), 'image/jpeg'))
    .replaceAll('https://files.example.com/film.mp4', await upload(user, mp4Of('film'), 'video/mp4'))
    .replaceAll('2030-', '2026-');
  for (const query of ['?dryRun=true', '']) {
    const { status, body, text } = await sendCsv(user.call, file, { query });
    assert.equal(status, 200, text);
    assert.deepEqual([body.valid, body.total, body.warnings], [lines.length, lines.length, []], text);
    if (query !== '') continue;
    const posts = await Promise.all(body.results.map((one: any) => readPost(user.call, one.createdPostId)));
    const count = (status: string): number => posts.filter((post) => post.status === status).length;
    const drafts = lines.filter((line) => line['is_draft'] !== '').length;
    assert.deepEqual([count('draft'), count('scheduled')], [drafts, lines.length - drafts]);
  }
});

test('the example can be uploaded unchanged by somebody who has connected one account', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'telegram', account: 'adabakes' });
  const { status, body, text } = await sendCsv(user.call, docs('bulk-upload-example.csv'), {});
  assert.equal(status, 200, text);
  assert.deepEqual([body.valid, body.total, body.warnings], [3, 3, []], text);
});
