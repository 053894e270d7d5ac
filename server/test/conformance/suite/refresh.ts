import assert from 'node:assert/strict';
import type { PlatformReply } from '../../../src/kernel/outbound/platform-http.ts';
import { parsePlatformJson } from '../../../src/kernel/outbound/platform-json.ts';
import type { RemoteAccount, Tokens } from '../../../src/platforms/adapter.ts';
import { prepare, publish, send } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { Edge, World } from '../world.ts';
import { edgeFor, isNamedWait, lostKinds, resetSeconds, type Suite } from './suite.ts';

/** Tokens that are renewed, refused, and given back. */
export const refreshSuite: Suite = (world, check) => {
  const { given, adapter } = world;
  const { refresh, revoke } = adapter.connect;
  assert.equal(refresh === undefined, given.refresh === undefined, 'a way to refresh needs its description');
  assert.equal(revoke === undefined, given.revoke === undefined, 'a way to revoke needs its description');
  if (refresh !== undefined && given.refresh !== undefined) refreshChecks(world, check, given.refresh, refresh);
  if (revoke === undefined || given.revoke === undefined) return;
  const { operation, isAccessOver, cause } = given.revoke;

  check(['revoke'], 'a token given back is dead', async () => {
    const account = await newAccount(world);
    assert.equal(await revoke(world.as(account)), true);
    if (refresh !== undefined) {
      const answer = await refresh(world.as(account));
      assert.ok(answer.kind === 'refused', JSON.stringify(answer));
      assert.equal(answer.cause, cause);
    }
    if (isAccessOver) assert.equal((await tryToPublish(world, account)).kind, 'disconnected');
  });
  for (const kind of lostKinds) {
    check(['revoke', kind], 'giving a token back is tried, and never fails loudly', async () => {
      const account = await newAccount(world);
      await world.fault(kind, operation);
      assert.equal(typeof (await revoke(world.as(account, edgeFor(kind)))), 'boolean');
    });
  }
};

/** Tokens that say when they were made say it in seconds. */
const ageMinMs = 60_000;

type Refresh = NonNullable<World['adapter']['connect']['refresh']>;
type Given = NonNullable<World['given']['refresh']>;

function refreshChecks(world: World, check: Parameters<Suite>[1], given: Given, refresh: Refresh): void {
  const { operation, afterMs = 0, rotates, refused } = given;
  const oldEnough = async (): Promise<RemoteAccount> => {
    const account = await newAccount(world);
    await world.advance(Math.max(afterMs, ageMinMs));
    return account;
  };

  check(['refresh'], 'new tokens work', async () => {
    const account = await oldEnough();
    const tokens = await renewed(world, refresh, account);
    assert.notEqual(tokens.accessToken, account.tokens?.accessToken);
    assert.ok(tokens.expiresAt === undefined || tokens.expiresAt > world.now());
    await publish(world, { ...account, tokens }, simplePost(world));
  });

  check(['refresh', 'tokenExpired'], 'a token past its end is refused while publishing', async () => {
    const account = await newAccount(world);
    const { expiresAt } = account.tokens ?? {};
    assert.ok(expiresAt);
    await world.advance(expiresAt.getTime() - world.now().getTime() + 60_000);
    const outcome = await tryToPublish(world, account);
    assert.equal(outcome.kind, 'disconnected', JSON.stringify(outcome));
  });

  if (rotates !== undefined) {
    check(['refresh'], 'an old token is refused once there is a new one', async () => {
      const account = await oldEnough();
      await renewed(world, refresh, account);
      await world.advance(rotates.graceMs);
      const again = await refresh(world.as(account));
      assert.equal(again.kind, 'refused', JSON.stringify(again));
      assert.equal(again.cause, rotates.cause);
    });
  }
  for (const { fault, cause } of refused) {
    check(['refresh', fault], 'only a definite word of the network ends an account', async () => {
      const account = await oldEnough();
      await world.fault(fault, operation);
      const answer = await refresh(world.as(account));
      assert.equal(answer.kind, 'refused', JSON.stringify(answer));
      assert.equal(answer.cause, cause);
    });
  }
  for (const kind of lostKinds) {
    check(['refresh', kind], 'what is not sure is tried again later', async () => {
      const account = await oldEnough();
      await world.fault(kind, operation);
      const answer = await refresh(world.as(account, edgeFor(kind)));
      assert.equal(answer.kind, 'later', JSON.stringify(answer));
    });
  }

  check(['refresh', 'rateLimit'], 'throttling is waited for', async () => {
    const account = await oldEnough();
    await world.fault('rateLimit', operation, { value: resetSeconds });
    const answer = await refresh(world.as(account));
    assert.equal(answer.kind, 'later', JSON.stringify(answer));
    assert.ok(isNamedWait(world, answer.retryAfterMs), String(answer.retryAfterMs));
  });

  for (const [what, value] of [
    ['empty', ''],
    ['none', null],
    ['unfit', 'a\nb'],
  ] as const) {
    check(['refresh', 'malformed'], `tokens that are ${what} never replace those that work`, async () => {
      const account = await oldEnough();
      const edge: Edge = { answer: async (request, ask) => withTokens(await ask(request), value) };
      const answer = await refresh(world.as(account, edge));
      assert.equal(answer.kind, 'later', JSON.stringify(answer));
    });
  }
}

/** The network's own answer, with something else where tokens stand. */
function withTokens(reply: PlatformReply, value: string | null): PlatformReply {
  if (reply.kind !== 'answer') return reply;
  const text = JSON.stringify(reply.json, (key, inner: unknown) => (/token$|jwt$/i.test(key) ? value : inner));
  return { ...reply, text, bytes: Buffer.from(text), json: parsePlatformJson(text) };
}

async function renewed(world: World, refresh: Refresh, account: RemoteAccount): Promise<Tokens> {
  const answer = await refresh(world.as(account));
  assert.ok(answer.kind === 'refreshed', JSON.stringify(answer));
  return answer.tokens;
}

/** The account as it is used when its token has ended meanwhile. */
export async function current(world: World, account: RemoteAccount): Promise<RemoteAccount> {
  const { refresh } = world.adapter.connect;
  const { expiresAt } = account.tokens ?? {};
  if (refresh === undefined || expiresAt === undefined || expiresAt > world.now()) return account;
  return { ...account, tokens: await renewed(world, refresh, account) };
}

export function simplePost(world: World) {
  return world.post(world.given.posts[0]?.name ?? '');
}

/** What comes of it, in whichever step the network speaks up. */
async function tryToPublish(world: World, account: RemoteAccount) {
  const call = world.as(account);
  const post = simplePost(world);
  const prepared = await prepare(world, call, post);
  return 'handle' in prepared ? await send(world, call, post, prepared.handle) : prepared;
}
