import assert from 'node:assert/strict';
import type { PlatformReply } from '../../../src/kernel/outbound/platform-http.ts';
import { parsePlatformJson } from '../../../src/kernel/outbound/platform-json.ts';
import type { RemoteAccount, Tokens } from '../../../src/platforms/adapter.ts';
import { prepare, publish, send } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Edge, PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

export const refreshSuite: Suite = (fixture, check) => {
  const { platformCase, adapter } = fixture;
  const { refresh, revoke } = adapter.connect;
  assert.equal(refresh === undefined, platformCase.refresh === undefined, 'the description of the refresh is missing');
  assert.equal(revoke === undefined, platformCase.revoke === undefined, 'the description of the revocation is missing');
  if (refresh !== undefined && platformCase.refresh !== undefined)
    refreshChecks(fixture, check, platformCase.refresh, refresh);
  if (revoke === undefined || platformCase.revoke === undefined) return;
  const { operation, isAccessOver, cause } = platformCase.revoke;

  check(['revoke'], 'a revoked token no longer works', async () => {
    const account = await newAccount(fixture);
    assert.equal(await revoke(fixture.as(account)), true);
    if (refresh !== undefined) {
      const refreshed = await refresh(fixture.as(account));
      assert.ok(refreshed.kind === 'refused', JSON.stringify(refreshed));
      assert.equal(refreshed.cause, cause);
    }
    if (isAccessOver) assert.equal((await tryToPublish(fixture, account)).kind, 'disconnected');
  });
  for (const kind of lostKinds) {
    check(['revoke', kind], 'revoking a token never throws', async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      assert.equal(typeof (await revoke(fixture.as(account, edgeFor(kind)))), 'boolean');
    });
  }
};

/** Tokens have timestamps in seconds. */
const ageMinMs = 60_000;

type Refresh = NonNullable<PlatformFixture['adapter']['connect']['refresh']>;
type RefreshFixture = NonNullable<PlatformFixture['platformCase']['refresh']>;

function refreshChecks(
  fixture: PlatformFixture,
  check: Parameters<Suite>[1],
  refreshCase: RefreshFixture,
  refresh: Refresh,
): void {
  const { operation, afterMs = 0, rotates, refused } = refreshCase;
  const oldEnough = async (): Promise<RemoteAccount> => {
    const account = await newAccount(fixture);
    await fixture.advance(Math.max(afterMs, ageMinMs));
    return account;
  };

  check(['refresh'], 'new tokens work', async () => {
    const account = await oldEnough();
    const tokens = await renewed(fixture, refresh, account);
    assert.notEqual(tokens.accessToken, account.tokens?.accessToken);
    assert.ok(tokens.expiresAt === undefined || tokens.expiresAt > fixture.now());
    await publish(fixture, { ...account, tokens }, simplePost(fixture));
  });

  check(['refresh', 'tokenExpired'], 'publishing with an expired token is refused', async () => {
    const account = await newAccount(fixture);
    const { expiresAt } = account.tokens ?? {};
    assert.ok(expiresAt);
    await fixture.advance(expiresAt.getTime() - fixture.now().getTime() + 60_000);
    const outcome = await tryToPublish(fixture, account);
    assert.equal(outcome.kind, 'disconnected', JSON.stringify(outcome));
  });

  if (rotates !== undefined) {
    check(['refresh'], 'the old refresh token is refused after a refresh', async () => {
      const account = await oldEnough();
      await renewed(fixture, refresh, account);
      await fixture.advance(rotates.graceMs);
      const again = await refresh(fixture.as(account));
      assert.equal(again.kind, 'refused', JSON.stringify(again));
      assert.equal(again.cause, rotates.cause);
    });
  }
  for (const { fault, cause } of refused) {
    check(['refresh', fault], 'only a definite refusal disconnects the account', async () => {
      const account = await oldEnough();
      await fixture.fault(fault, operation);
      const refreshed = await refresh(fixture.as(account));
      assert.equal(refreshed.kind, 'refused', JSON.stringify(refreshed));
      assert.equal(refreshed.cause, cause);
    });
  }
  for (const kind of lostKinds) {
    check(['refresh', kind], 'an uncertain failure is retried later', async () => {
      const account = await oldEnough();
      await fixture.fault(kind, operation);
      const refreshed = await refresh(fixture.as(account, edgeFor(kind)));
      assert.equal(refreshed.kind, 'later', JSON.stringify(refreshed));
    });
  }

  check(['refresh', 'rateLimit'], 'waits after throttling', async () => {
    const account = await oldEnough();
    await fixture.fault('rateLimit', operation, { value: resetSeconds });
    const refreshed = await refresh(fixture.as(account));
    assert.equal(refreshed.kind, 'later', JSON.stringify(refreshed));
    assert.ok(isNamedWait(fixture, refreshed.retryAfterMs), String(refreshed.retryAfterMs));
  });

  for (const [what, value] of [
    ['empty', ''],
    ['none', null],
    ['unfit', 'a\nb'],
  ] as const) {
    check(['refresh', 'malformed'], `tokens that are ${what} never replace valid ones`, async () => {
      const account = await oldEnough();
      const edge: Edge = { respond: async (request, ask) => withTokens(await ask(request), value) };
      const refreshed = await refresh(fixture.as(account, edge));
      assert.equal(refreshed.kind, 'later', JSON.stringify(refreshed));
    });
  }
}

function withTokens(reply: PlatformReply, value: string | null): PlatformReply {
  if (reply.kind !== 'response') return reply;
  const text = JSON.stringify(reply.json, (key, inner: unknown) => (/token$|jwt$/i.test(key) ? value : inner));
  return { ...reply, text, bytes: Buffer.from(text), json: parsePlatformJson(text) };
}

async function renewed(fixture: PlatformFixture, refresh: Refresh, account: RemoteAccount): Promise<Tokens> {
  const refreshed = await refresh(fixture.as(account));
  assert.ok(refreshed.kind === 'refreshed', JSON.stringify(refreshed));
  return refreshed.tokens;
}

export async function current(fixture: PlatformFixture, account: RemoteAccount): Promise<RemoteAccount> {
  const { refresh } = fixture.adapter.connect;
  const { expiresAt } = account.tokens ?? {};
  if (refresh === undefined || expiresAt === undefined || expiresAt > fixture.now()) return account;
  return { ...account, tokens: await renewed(fixture, refresh, account) };
}

export function simplePost(fixture: PlatformFixture) {
  return fixture.post(fixture.platformCase.posts[0]?.name ?? '');
}

async function tryToPublish(fixture: PlatformFixture, account: RemoteAccount) {
  const call = fixture.as(account);
  const post = simplePost(fixture);
  const prepared = await prepare(fixture, call, post);
  return 'publishState' in prepared ? await send(fixture, call, post, prepared.publishState) : prepared;
}
