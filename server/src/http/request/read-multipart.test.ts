import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { AppError } from '../../kernel/errors.ts';
import { readMultipart } from './read-multipart.ts';

const part = (disposition: string, content = 'x'): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const file = part('name="file"; filename="a.gif"', 'bytes');
const end = '--b--\r\n';

async function read(...pieces: (string | Error)[]): Promise<string> {
  const body = async function* (): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  };
  const form = await readMultipart('multipart/form-data; boundary=b', Readable.from(body(), { objectMode: false }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of form.source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const faults = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(work, { code: 'validation', message });

test('reads a file with up to ten fields around it', async () => {
  assert.equal(await read(part('name="a"').repeat(5), file, part('name="a"').repeat(5), end), 'bytes');
});

test('rejects a form with too many parts, before or after the file and even when truncated', async () => {
  const fields = part('name="a"').repeat(20);
  for (const pieces of [[fields, file, end], [file, fields, end], [fields.slice(0, -4)], [file, fields.slice(0, -4)]]) {
    await faults(read(...pieces), /too many parts/);
  }
});

test('rejects a second file, and a truncated file that is never read', async () => {
  await faults(read(file, file, end), /one file at a time/);
  await faults(read(file, file.slice(0, -4)), /one file at a time/);
  await faults(read(part('name="b"; filename="b"').slice(0, -4)), /malformed or incomplete/);
});

test('fails with an error instead of hanging when the connection breaks off', { timeout: 5000 }, async () => {
  await faults(read(file.slice(0, -4), new Error('aborted')), /malformed or incomplete/);
  await faults(read(file, new Error('aborted')), /malformed or incomplete/);
});

test('rejects a form that arrives too slowly with requestTimeout', async () => {
  const slow = new AppError('requestTimeout', 'The upload is too slow');
  await assert.rejects(read(file.slice(0, -4), slow), { code: 'requestTimeout' });
});

test('accepts 1 MB of fields around the file and rejects 8 MB as too large', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  assert.equal(await read(part('name="a"', megabyte), file, end), 'bytes');
  const endless = Array<string>(8).fill(megabyte);
  await faults(read(...endless), /too large/);
  await faults(read(file, end, ...endless), /too large/);
  await faults(read(file, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n', ...endless), /too large/);
});

test('accepts a file without a filename and returns an empty one', async () => {
  const nameless =
    '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const form = await readMultipart(
    'multipart/form-data; boundary=b',
    Readable.from([Buffer.from(`${nameless}\r\n${end}`)]),
  );
  assert.equal(form.filename, '');
});
