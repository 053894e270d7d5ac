import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import type { StreamRoute } from './route.ts';

const seen = { pieces: 0, isClosed: false };

async function* endless(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      seen.pieces += 1;
      yield new Uint8Array(1000);
    }
  } finally {
    seen.isClosed = true;
  }
}

const route: StreamRoute = {
  kind: 'stream',
  method: 'GET',
  path: '/v1/endless',
  operation: 'read on',
  tag: 'Test',
  access: 'none',
  contentType: 'application/octet-stream',
  statuses: { 200: 'Bytes.' },
  errors: [],
  handle: async () => ({ status: 200, headers: { 'content-length': 5 }, body: endless() }),
};

test('HEAD returns the headers without reading the stream and closes the source', async () => {
  const t = await startTestApp({ routes: [route] });
  const { status, headers, text } = await t.call('HEAD', '/v1/endless');
  assert.deepEqual([status, headers['content-length'], text], [200, '5', '']);
  assert.deepEqual(seen, { pieces: 1, isClosed: true });
});
