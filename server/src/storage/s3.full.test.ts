import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { createS3 } from './s3.ts';
import type { PresignRequest } from './storage.ts';
import { assertAbsent, image, inChunks, pattern, readAll, testBehaviour } from './test/behaviour.ts';
import { keyPair, startS3 } from './test/s3-server.ts';

const bucket = 'media';
const server = await startS3(bucket);
after(() => server.close());

const { endpoint } = server;
const options = { endpoint, region: 'us-east-1', bucket, ...keyPair, isPathStyle: true };
const storage = createS3(options);

testBehaviour('s3', {
  storage,
  leftovers: async () => server.objects(),
  // s3rver writes directly into the file, so only a single chunk is complete; real servers replace objects.
  rivalBytes: [3000, 3000],
  // s3rver announces one byte for a range of an empty file; real servers respond with 416.
  hasRangesOfNothing: false,
});

test('does not load the AWS SDK before its first use', () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ resolve: (name, context, next) => { if (name.startsWith('@aws-sdk')) loaded += 1; return next(name, context); } });
    const { createS3 } = await import('./s3.ts');
    const storage = createS3(${JSON.stringify(options)});
    const before = loaded;
    await storage.presignPut('k3-1.jpg', { contentType: 'image/png', sizeBytes: 1, expiresInSeconds: 60 });
    process.stdout.write(JSON.stringify([before, loaded > 0]));`;
  const args = ['--input-type=module-typescript', '-e', script];
  const { stdout } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8', timeout: 30_000 });
  assert.equal(stdout, '[0,true]');
});

test('a large file becomes visible only with its last request', async () => {
  server.requests.length = 0;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield* inChunks(pattern(20_000_000, 1));
    assert.deepEqual(
      server.objects().filter((name) => name.startsWith('visible-1')),
      [],
    );
  };
  await storage.write('visible-1.jpg', source(), image);
  const kinds = server.requests.map((line) => line.replace(/uploadId=\w+/, 'uploadId=…'));
  assert.deepEqual(kinds, [
    'POST /media/visible-1.jpg?uploads=',
    'PUT /media/visible-1.jpg?partNumber=1&uploadId=…&x-id=UploadPart',
    'PUT /media/visible-1.jpg?partNumber=2&uploadId=…&x-id=UploadPart',
    'PUT /media/visible-1.jpg?partNumber=3&uploadId=…&x-id=UploadPart',
    'POST /media/visible-1.jpg?uploadId=…',
  ]);
});

test('aborts a failed multipart upload', async () => {
  server.requests.length = 0;
  const facts = { ...image, sizeBytes: 17_000_001 };
  await assert.rejects(storage.write('abort-1.jpg', inChunks(pattern(17_000_000, 1)), facts));
  assert.match(server.requests.at(-1) ?? '', /^DELETE \/media\/abort-1\.jpg\?uploadId=\w+/);
});

test('stores the content type with the file', async () => {
  for (const [key, sizeBytes] of [
    ['type-1.png', 10],
    ['type-2.png', 9_000_000],
  ] as const) {
    await storage.write(key, inChunks(pattern(sizeBytes, 1)), { contentType: 'image/png' });
    const response = await fetch(`${endpoint}/${bucket}/${key}`, { method: 'HEAD' });
    assert.equal(response.headers.get('content-type'), 'image/png');
  }
});

test('returns no bytes for a range of an empty file that S3 calls unsatisfiable', async () => {
  server.instead = (_request, response) => {
    response.writeHead(416, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InvalidRange</Code><Message>no</Message></Error>');
  };
  try {
    assert.deepEqual(await readAll(storage, 'empty-1.jpg', { start: 0, end: 10 }), Buffer.alloc(0));
  } finally {
    server.instead = undefined;
  }
});

test('fails when a response breaks off instead of returning a short file', async () => {
  server.instead = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  };
  try {
    await assert.rejects(readAll(storage, 'broken-1.jpg'));
    const unread = await storage.open('broken-2.jpg');
    assert.ok(unread);
  } finally {
    server.instead = undefined;
  }
});

const bytes = pattern(1000, 20);
const request: PresignRequest = { contentType: 'image/png', sizeBytes: 1000, expiresInSeconds: 60 };
const presign = async (key: string, changes: Partial<PresignRequest> = {}): Promise<URL> =>
  new URL((await storage.presignPut?.(key, { ...request, ...changes })) ?? '');
const put = async (url: URL, body: Uint8Array = bytes, contentType = 'image/png'): Promise<number> => {
  const response = await fetch(url, {
    method: 'PUT',
    body: Buffer.from(body),
    headers: { 'content-type': contentType },
  });
  await response.arrayBuffer();
  return response.status;
};

test('a presigned upload is stored under its key', async () => {
  const url = await presign('signed-1.png');
  assert.equal(url.searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host');
  assert.equal(url.searchParams.get('X-Amz-Expires'), '60');
  assert.ok(!url.href.toLowerCase().includes('checksum'));
  assert.equal(await put(url), 200);
  assert.deepEqual(await readAll(storage, 'signed-1.png'), bytes);
});

test('a presigned upload without a length accepts any', async () => {
  const url = await presign('signed-2.png', { sizeBytes: undefined });
  assert.equal(url.searchParams.get('X-Amz-SignedHeaders'), 'content-type;host');
  assert.equal(await put(url, bytes.subarray(0, 17)), 200);
  assert.equal((await storage.stat('signed-2.png'))?.sizeBytes, 17);
});

test('a presigned upload with another length, type, signature or key stores nothing', async () => {
  const tampered = await presign('bad-1.png');
  const signature = tampered.searchParams.get('X-Amz-Signature') ?? '';
  tampered.searchParams.set('X-Amz-Signature', signature.replace(/^./, signature.startsWith('0') ? '1' : '0'));
  const otherKey = await presign('bad-1.png');
  otherKey.pathname = otherKey.pathname.replace('bad-1', 'bad-2');
  const longerLife = await presign('bad-1.png');
  longerLife.searchParams.set('X-Amz-Expires', '6000');
  const fewerHeaders = await presign('bad-1.png');
  fewerHeaders.searchParams.set('X-Amz-SignedHeaders', 'host');

  assert.equal(await put(await presign('bad-1.png'), pattern(1001, 1)), 403);
  assert.equal(await put(await presign('bad-1.png'), pattern(999, 1)), 403);
  assert.equal(await put(await presign('bad-1.png'), Buffer.alloc(0)), 403);
  assert.equal(await put(await presign('bad-1.png'), bytes, 'text/html'), 403);
  for (const url of [tampered, otherKey, longerLife, fewerHeaders]) assert.equal(await put(url), 403);
  const other = createS3({ ...options, secretAccessKey: 'wrong' });
  assert.equal(await put(new URL((await other.presignPut?.('bad-1.png', request)) ?? '')), 403);
  for (const key of ['bad-1.png', 'bad-2.png']) await assertAbsent(storage, key);
});

test('no part of a presigned URL can be changed, omitted or used for another request', async () => {
  const parts = [...(await presign('bent-1.png')).searchParams.keys()];
  assert.ok(parts.length >= 6, parts.join());
  for (const part of parts) {
    const changed = await presign('bent-1.png');
    changed.searchParams.set(part, `${changed.searchParams.get(part) ?? ''}0`);
    const without = await presign('bent-1.png');
    without.searchParams.delete(part);
    // s3rver then treats the request as anonymous, which real buckets refuse unless public.
    const isOpenHere = part === 'X-Amz-Algorithm';
    for (const url of isOpenHere ? [changed] : [changed, without]) {
      const status = await put(url);
      assert.ok(status === 400 || status === 403, `${part}: ${status}`);
    }
  }
  await storage.write('bent-2.png', inChunks(bytes), { contentType: 'image/png' });
  for (const method of ['GET', 'DELETE', 'HEAD']) {
    const { status } = await fetch(await presign('bent-2.png'), { method, headers: { 'content-type': 'image/png' } });
    assert.equal(status, 403, method);
  }
  assert.deepEqual(await readAll(storage, 'bent-2.png'), bytes);
  await assertAbsent(storage, 'bent-1.png');
});

test('a presigned upload after its expiry stores nothing', async () => {
  const url = await presign('late-1.png', { expiresInSeconds: 1 });
  // Signatures expire by the real clock.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  assert.equal(await put(url), 403);
  await assertAbsent(storage, 'late-1.png');
});

test('without an endpoint, presigned URLs point to Amazon in either style', async () => {
  const amazon = { region: 'eu-central-1', bucket, ...keyPair };
  for (const [isPathStyle, address] of [
    [false, 'https://media.s3.eu-central-1.amazonaws.com/k3-1.png'],
    [true, 'https://s3.eu-central-1.amazonaws.com/media/k3-1.png'],
  ] as const) {
    const url = await createS3({ ...amazon, isPathStyle }).presignPut?.('k3-1.png', request);
    assert.equal(url?.split('?')[0], address);
  }
});

const secret = 'wrong-secret-0123456789';

async function checkMessage(changes: Partial<typeof options>): Promise<string> {
  const checked = createS3({ ...options, ...changes }).check();
  const fault: unknown = await checked.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(fault instanceof StartFault);
  assertNoSecrets(fault);
  return fault.message.replace(/127\.0\.0\.1:\d+/, 'HOST');
}

function assertNoSecrets(error: unknown): void {
  const text = inspect(error, { depth: 20, showHidden: true });
  assert.ok(!text.includes(secret) && !/Signature=|AWS4-HMAC|StringToSign/.test(text), text);
}

test('the check reports a closed port without the password of the endpoint', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const message = await checkMessage({ endpoint: `http://user:${secret}@127.0.0.1:${port}` });
  assert.match(message, /^S3 at HOST cannot be reached \(ECONNREFUSED\)\. Correct the endpoint/);
});

test('the check reports a missing bucket', async () => {
  assert.match(await checkMessage({ bucket: 'elsewhere' }), /^S3 at HOST has no bucket elsewhere\. Create it/);
});

test('the check reports an unknown access key and a wrong secret', async () => {
  assert.match(await checkMessage({ accessKeyId: 'NOBODY', secretAccessKey: secret }), /does not know the access key/);
  assert.match(await checkMessage({ secretAccessKey: secret }), /refuses the signature\. Correct the secret/);
});

test('the check reports denied access, responses that are not S3, and other faults', async () => {
  const responses = [
    [
      403,
      '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      /denies access .*\(AccessDenied\)/,
    ],
    [301, '<Error><Code>PermanentRedirect</Code><Message>no</Message></Error>', /another region than us-east-1/],
    [404, '<html><body>Not here</body></html>', /does not store files correctly/],
    [200, '<html><body>Welcome</body></html>', /does not store files correctly/],
    [405, 'no', /does not store files correctly/],
  ] as const;
  try {
    for (const [status, body, message] of responses) {
      server.instead = (incoming, response) => {
        incoming.resume().on('end', () => response.writeHead(status).end(body));
      };
      assert.match(await checkMessage({ secretAccessKey: secret }), message);
    }
  } finally {
    server.instead = undefined;
  }
});

test('errors name the failed operation and contain no request, signature or secret', async () => {
  const wrong = createS3({ ...options, secretAccessKey: secret });
  for (const work of [
    () => wrong.write('k3-1.jpg', inChunks(bytes), image),
    () => wrong.write('k3-1.jpg', inChunks(pattern(9_000_000, 1)), image),
    () => wrong.open('k3-1.jpg'),
    () => wrong.stat('k3-1.jpg'),
    () => wrong.delete('k3-1.jpg'),
  ]) {
    await assert.rejects(work(), (error) => {
      assertNoSecrets(error);
      assert.ok(error instanceof AppError && error.code === 'unavailable');
      assert.match(String(error.cause), /^Error: S3 failed to .*status 403\.$/);
      return true;
    });
  }
});
