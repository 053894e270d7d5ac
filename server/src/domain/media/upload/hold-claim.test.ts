import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { receiveUpload } from './receive-upload.ts';

const t = await startTestApp();
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const presign = async (user: TestUser): Promise<{ path: string; key: string }> => {
  const { body } = await user.call('POST', '/v1/media/presign', {
    body: { filename: 'dot.gif', contentType: 'image/gif' },
  });
  return { path: new URL(body.uploadUrl).pathname, key: body.key };
};
const put = async (path: string): Promise<number> =>
  (await t.call('PUT', path, { payload: gif, headers: { 'content-type': 'image/gif' } })).status;

async function begin(path: string): Promise<{ end(): void; done: Promise<void> }> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield gif;
    begun.resolve();
    await end.promise;
  };
  const token = path.split('/').at(-1) ?? '';
  const done = receiveUpload(t.app.systemCtx, { token, contentType: 'image/gif', source: source() });
  await begun.promise;
  return { end: end.resolve, done };
}

/** Polls: the renewal may still use the time before the advance. */
async function beat(key: string): Promise<void> {
  await t.advance(10_000);
  const isBeaten = `SELECT 1 FROM media WHERE key = $1 AND lease_until >= herald_now() + interval '20 seconds'`;
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    if ((await t.sql(isBeaten, [key])).length === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail('the claim was not extended');
}

test('an upload keeps its claim on the upload URL for as long as it takes', async () => {
  const { path, key } = await presign(await t.newUser());
  const upload = await begin(path);
  for (let count = 0; count < 12; count += 1) {
    await beat(key);
    assert.equal(await put(path), 410);
  }
  upload.end();
  await upload.done;
  assert.equal(await put(path), 410);
});

test('an upload URL claimed by a dead process works again after 30 seconds', async () => {
  const { path, key } = await presign(await t.newUser());
  const { end, done } = await begin(path);
  // The claim is no longer renewed, as after kill -9.
  await t.sql(`UPDATE media SET claim_token = 'dead' WHERE key = $1`, [key]);
  assert.equal(await put(path), 410);
  await t.advance(30_001);
  assert.equal(await put(path), 200);
  const lost = assert.rejects(done, { code: 'uploadGone' });
  end();
  await lost;
  const served = await t.call('GET', `/media/${key}`);
  assert.deepEqual([served.status, served.headers['content-length']], [200, String(gif.length)]);
});
