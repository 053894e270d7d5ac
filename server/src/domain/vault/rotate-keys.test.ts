import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeWebhook } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { testSealKeys } from '../../../test/seal-keys.ts';
import { secureRandom } from '../../kernel/crypto/random.ts';
import { createSealer } from '../../kernel/crypto/seal.ts';
import { openAccount } from '../accounts/tokens/open-account.ts';
import { checkVault } from './check-vault.ts';
import { rotateKeys } from './rotate-keys.ts';
import { sealedColumns } from './sealed-columns.ts';

const t = await startTestApp({ sandbox: true });
const fresh = { id: 'fresh', secret: Buffer.from(secureRandom.bytes(32)) };
const both = createSealer([fresh, ...testSealKeys], secureRandom);
const alone = createSealer([fresh], secureRandom);

test('sealedColumns lists every sealed column of the database', async () => {
  const rows = await t.sql<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_sealed' ORDER BY 1`,
  );
  assert.deepEqual(
    rows.map((row) => row.name),
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

test('rotation reseals everything once and leaves the old key unused', async () => {
  const user = await t.newUser();
  const { _id } = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const webhook = await makeWebhook(user.call, { secret: 'one', customHeaders: [{ name: 'X-Team', value: 'secret' }] });
  await user.call('PUT', `/v1/webhooks/${webhook.id}`, { body: { secret: 'two' } });
  await user.call('POST', `/v1/webhooks/${webhook.id}/promote-secret`);
  await user.call('PUT', `/v1/webhooks/${webhook.id}`, { body: { secret: 'three' } });
  await checkVault(t.app.systemCtx, t.app.systemCtx.sealer);

  const ctx = { db: t.app.systemCtx.db, sealer: both };
  const first = await rotateKeys(ctx, () => undefined);
  assert.ok(first.resealed >= 5, String(first.resealed));
  assert.deepEqual(Object.keys(first.sealedBy), ['fresh']);
  assert.equal((await rotateKeys(ctx, () => undefined)).resealed, 0, 'nothing is left to do');

  await checkVault(t.app.systemCtx, alone);
  const ownerCtx = { ...t.app.systemCtx, sealer: alone, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const opened = await openAccount(ownerCtx, _id);
  assert.match(opened.kind === 'open' ? (opened.call.account.tokens?.accessToken ?? '') : '', /^pat_/);
});
