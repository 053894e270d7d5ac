import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import type { Refreshed } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { openAccount } from './open-account.ts';
import { refreshToken } from './refresh-token.ts';
import { openTokens } from './sealed-tokens.ts';

const t = await startTestApp({ sandbox: true });
const hourMs = 3_600_000;

async function connected(): Promise<{ user: TestUser; id: string; ctx: Ctx }> {
  const user = await t.newUser();
  const { _id } = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  return { user, id: _id, ctx: { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } } };
}

const refreshes = async (): Promise<number> => {
  const { requests } = await t.sandbox.control('GET', 'requests?platform=parrot&limit=2000');
  return requests.filter((one: any) => one.operation === 'token' && one.body.grant_type === 'refresh_token').length;
};

async function statusOf({ user, id }: { user: TestUser; id: string }) {
  return (await user.call('GET', `/v1/accounts/${id}`)).body.account.status;
}

test('the sweep refreshes a token in the last fifth of its lifetime and not before', async () => {
  const account = await connected();
  const before = await refreshes();
  await t.advance(0.79 * hourMs);
  await t.app.drain();
  assert.equal(await refreshes(), before);
  await t.advance(0.02 * hourMs);
  await t.app.drain();
  await t.app.drain();
  assert.equal(await refreshes(), before + 1);
  const { body } = await account.user.call('GET', `/v1/accounts/${account.id}/health`);
  assert.ok(body.health.lastRefreshedAt);
});

test('64 concurrent callers cause one refresh and all get the new token', async () => {
  const { id, ctx } = await connected();
  await t.advance(0.9 * hourMs);
  const before = await refreshes();
  const real: Ctx = {
    ...ctx,
    clock: { ...ctx.clock, sleep: (ms) => new Promise((done) => setTimeout(done, ms)) },
  };
  const opened = await Promise.all(Array.from({ length: 64 }, () => openAccount(real, id)));
  assert.equal(await refreshes(), before + 1);
  const tokens = new Set(opened.map((one) => (one.kind === 'open' ? one.call.account.tokens?.accessToken : one.kind)));
  assert.equal(tokens.size, 1);
});

test('a failed refresh keeps the account usable while the old token is valid and is not repeated at once', async () => {
  const account = await connected();
  await t.advance(0.81 * hourMs);
  for (const kind of ['errorBefore', 'malformed', 'lostResponse']) {
    await t.sandbox.fault('parrot', kind, { operation: 'token' });
    assert.equal((await openAccount(account.ctx, account.id)).kind, 'open');
    await t.advance(5000);
    assert.equal((await openAccount(account.ctx, account.id)).kind, 'open', 'not asked again at once');
    await t.advance(120_000);
  }
  assert.equal(await statusOf(account), 'connected');
  await t.sandbox.control('DELETE', 'faults');
});

test('an expired token that cannot be refreshed returns later and keeps the account connected', async () => {
  const account = await connected();
  await t.advance(2 * hourMs);
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'token' });
  assert.equal((await openAccount(account.ctx, account.id)).kind, 'later');
  assert.equal(await statusOf(account), 'connected');
  await t.advance(120_000);
  assert.equal((await openAccount(account.ctx, account.id)).kind, 'open');
});

test('logs an error when the platform rejects the app and keeps the account connected', async () => {
  const account = await connected();
  await t.advance(2 * hourMs);
  const platform = account.ctx.platforms.find('parrot');
  assert.ok(platform);
  const refresh = async () => await Promise.resolve({ kind: 'appProblem', reason: 'invalid_client' } as const);
  const refused = { ...platform, adapter: { ...platform.adapter, connect: { ...platform.adapter.connect, refresh } } };
  const platforms = { ...account.ctx.platforms, find: () => refused };
  assert.equal((await openAccount({ ...account.ctx, platforms }, account.id)).kind, 'later');
  assert.equal(await statusOf(account), 'connected');
  const line = t.log.find((one) => one.includes('a platform refuses the app'));
  assert.match(line ?? '', /invalid_client/);
  await t.advance(120_000);
  assert.equal((await openAccount(account.ctx, account.id)).kind, 'open', 'the next refresh succeeds');
});

test('a definite refusal disconnects the account and emits account.disconnected once', async () => {
  const account = await connected();
  await t.sql(`UPDATE accounts SET refresh_at = herald_now() WHERE id = $1`, [account.id]);
  await t.sandbox.fault('parrot', 'tokenRevoked', { operation: 'pages', times: 1 });
  const opened = await openAccount(account.ctx, account.id);
  // This call triggers the fault: the platform revokes the grant and refuses the next refresh.
  const call = opened.kind === 'open' ? opened.call : assert.fail(opened.kind);
  await call.http.send({
    method: 'GET',
    url: 'https://api.parrot.example/v1/pages',
    headers: { authorization: `Bearer ${call.account.tokens?.accessToken ?? ''}` },
  });
  await t.advance(0.9 * hourMs);
  assert.equal((await openAccount(account.ctx, account.id)).kind, 'disconnected');
  assert.equal(await statusOf(account), 'disconnected', 'the person has removed the app');
  await t.app.drain();
  const { body } = await account.user.call('GET', '/v1/events?type=account.disconnected');
  assert.equal(body.events.length, 1);
  assert.equal(body.events[0].data.disconnectionType, 'unintentional');
});

test('a refresh in flight does not affect an account reconnected in the meantime', async () => {
  const account = await connected();
  const { user, id, ctx } = account;
  const [row] = await t.sql<{ sealed: string }>('SELECT tokens_sealed AS sealed FROM accounts WHERE id = $1', [id]);
  await t.advance(0.9 * hourMs);
  await t.sandbox.fault('parrot', 'slow', { operation: 'token', value: 300 });
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'revoke' });
  const refreshing = openAccount(ctx, id);
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  await refreshing;
  assert.equal(await statusOf(account), 'connected');
  const [after] = await t.sql<{ sealed: string }>('SELECT tokens_sealed AS sealed FROM accounts WHERE id = $1', [id]);
  assert.notEqual(after?.sealed, row?.sealed);
  assert.equal((await openAccount(ctx, id)).kind, 'open');
  await t.sandbox.control('DELETE', 'faults');
});

test('a crash during a refresh blocks the account for one lease at most', async () => {
  const { id, ctx } = await connected();
  await t.advance(0.9 * hourMs);
  await t.sql(
    `UPDATE accounts SET refresh_claim = 'of a dead process', refresh_lease_until = herald_now() + interval '60 seconds'
      WHERE id = $1`,
    [id],
  );
  await t.advance(61_000);
  const before = await refreshes();
  assert.equal((await openAccount(ctx, id)).kind, 'open');
  assert.equal(await refreshes(), before + 1);
});

async function startRefresh(ctx: Ctx, id: string) {
  const platform = ctx.platforms.find('parrot');
  assert.ok(platform);
  const [called, refreshed] = [Promise.withResolvers<void>(), Promise.withResolvers<Refreshed>()];
  const refresh = () => (called.resolve(), refreshed.promise);
  const held = { ...platform, adapter: { ...platform.adapter, connect: { ...platform.adapter.connect, refresh } } };
  const refreshing = refreshToken(
    { ...ctx, platforms: { ...ctx.platforms, find: () => held } },
    { id, tokenVersion: (await readTokens(ctx, id)).version },
  );
  await called.promise;
  return {
    finish: async (accessToken: string, grantedScopes?: string[]) => {
      const scopes = grantedScopes === undefined ? {} : { grantedScopes };
      refreshed.resolve({ kind: 'refreshed', tokens: { accessToken, isRefreshable: true }, ...scopes });
      await refreshing;
    },
  };
}

async function readTokens(ctx: Ctx, id: string) {
  const [row] = await t.sql<{ sealed: string; version: number; claim: string | null }>(
    'SELECT tokens_sealed AS sealed, token_version AS version, refresh_claim AS claim FROM accounts WHERE id = $1',
    [id],
  );
  assert.ok(row);
  const account = { id, ownerId: ctx.caller.ownerId };
  return { ...row, accessToken: openTokens(t.app.systemCtx.sealer, account, row.sealed).accessToken };
}

test('a refresh that lost its claim to another process writes nothing, before or after the other', async () => {
  const account = await connected();
  const { id, ctx } = account;
  const original = await readTokens(ctx, id);
  const slow = await startRefresh(ctx, id);
  await t.advance(t.app.systemCtx.timing.refreshLeaseMs + 1000);
  const slower = await startRefresh(ctx, id);
  await t.advance(t.app.systemCtx.timing.refreshLeaseMs + 1000);
  const owner = await startRefresh(ctx, id);
  const { claim } = await readTokens(ctx, id);
  await slow.finish('of the first');
  assert.deepEqual(await readTokens(ctx, id), { ...original, claim }, 'the token and the claim are untouched');
  await owner.finish('of the third');
  await slower.finish('of the second', []);
  const { accessToken, version } = await readTokens(ctx, id);
  assert.deepEqual([accessToken, version], ['of the third', original.version + 1]);
  assert.equal(await statusOf(account), 'connected', 'the scopes of a lost refresh count for nothing');
});
