import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { selectTargets } from '../store/target-store.ts';
import { newTargetState } from './new-target.ts';

const t = await startTestApp({ sandbox: true });

test('the defaults of the columns that an insert leaves out are those of a new target', async () => {
  const user = await t.newUser();
  const { _id: accountId, platform } = await makeAccount(user.call);
  const body = { content: 'Hello', scheduledFor: '2026-04-01T09:00:00Z', platforms: [{ platform, accountId }] };
  const created = await user.call('POST', '/v1/posts', { body });
  assert.equal(created.status, 201, created.text);
  const scope = { ownerId: user.ownerId, profiles: 'all', keyId: null } as const;
  const [target] = await selectTargets(t.app.systemCtx.db, scope, [created.body.post._id]);
  assert.ok(target);
  const stored = Object.fromEntries(
    Object.keys(newTargetState).map((key) => [key, target[key as keyof typeof target]]),
  );
  assert.deepEqual(stored, newTargetState);
});
