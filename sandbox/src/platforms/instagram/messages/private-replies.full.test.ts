import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, startPrivateReplies } from '../../../../test/instagram-messages.ts';

const hour = 3_600_000;

test('an account sends 750 private replies an hour', async (t) => {
  const { comment, reply, advance } = await startPrivateReplies(t);
  for (let count = 0; count < 750; count += 1) assert.equal((await reply(await comment())).status, 200);
  const next = await comment();
  assert.deepEqual(errorOf(await reply(next)), [400, 613, 2_534_013]);
  await advance(hour);
  assert.equal((await reply(next)).status, 200);
});
