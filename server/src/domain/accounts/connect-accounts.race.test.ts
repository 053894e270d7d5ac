import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parrot } from '../../../test/example/adapter/index.ts';
import { defaultProfile, makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { connectAccounts } from './connect-accounts.ts';

const t = await startTestApp({ sandbox: true, environment: { HERALD_DATABASE_POOL_SIZE: '20' } });

async function connectingFor(user: TestUser): Promise<(...names: string[]) => Promise<string>> {
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const { _id: profileId } = await defaultProfile(user.call);
  return async (...names) => {
    const remote = names.map((name) => {
      return { providerAccountId: name, username: name, displayName: name, grantedScopes: [], tokens: null, state: {} };
    });
    const input = { profileId, adapter: parrot, isSandbox: true, remote };
    const connected = inTransaction(ctx, (ctx) => connectAccounts(ctx, input));
    return await connected.then(
      () => 'connected',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  };
}

const countOf = async ({ call }: TestUser): Promise<number> => (await call('GET', '/v1/accounts')).body.accounts.length;

test('connects one of fifty concurrent accounts when the plan has one place left', async () => {
  const user = await t.newUser('free');
  await makeAccount(user.call);
  const connect = await connectingFor(user);
  const ends = await Promise.all(Array.from({ length: 50 }, (_, n) => connect(`parrot_${n}`)));
  assert.deepEqual(ends.toSorted(), ['connected', ...Array<string>(49).fill('paymentRequired')]);
  assert.equal(await countOf(user), 2);
});

test('connects concurrent pairs completely or not at all, and always reconnects the same pair', async () => {
  const user = await t.newUser('free');
  const connect = await connectingFor(user);
  const ends = await Promise.all(Array.from({ length: 20 }, (_, n) => connect(`left_${n}`, `right_${n}`)));
  assert.deepEqual(ends.toSorted(), ['connected', ...Array<string>(19).fill('paymentRequired')]);
  assert.equal(await countOf(user), 2);
  const n = ends.indexOf('connected');
  const again = await Promise.all(Array.from({ length: 20 }, () => connect(`left_${n}`, `right_${n}`)));
  assert.deepEqual(again, Array<string>(20).fill('connected'));
});
