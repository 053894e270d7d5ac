import assert from 'node:assert/strict';
import { parsePlatformJson } from '../../../src/kernel/outbound/platform-json.ts';
import type { RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish, ready, send, type Published } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { ExamplePost } from '../platform-case.ts';
import type { Edge, World } from '../world.ts';
import { simplePost } from './refresh.ts';
import { edgeFor, lostKinds, type Suite } from './suite.ts';

/** Posts of every kind, as the public sees them afterwards. */
export const publishSuite: Suite = (world, check) => {
  const { given, adapter } = world;

  for (const example of given.posts) {
    check(['publish'], `${example.name} is published once, as it was written`, async () => {
      const account = await newAccount(world);
      const post = example.post(world.fixtures);
      const errors = adapter.publish.check(post).filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
      const published = await publish(world, account, post);
      await checkLedger(world, account, { example, published });
      await checkSent(world, example);
    });
  }

  check(
    ['publish', 'ids'],
    'an id larger than a number can hold comes through digit by digit, or not at all',
    async () => {
      const account = await newAccount(world);
      const post = simplePost(world);
      const { handle } = await ready(world, world.as(account), post);
      const digits = '9007199254740993123';
      const outcome = await send(world, world.as(account, { answer: withIds(world, account, digits) }), post, handle);
      if (outcome.kind === 'published') assert.equal(outcome.id, digits);
      else assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
    },
  );

  for (const { name: variant, facts, answer = given.settle.answer } of given.variants ?? []) {
    check(['publish', 'variants'], `${variant}: every post is published once, and once only`, async () => {
      const name = world.newName();
      await world.facts(name, facts);
      const account = await newAccount(world, name);
      for (const [index, example] of given.posts.entries()) {
        const call = world.as(account);
        const post = example.post(world.fixtures);
        const sentAt = world.now();
        const { handle } = await ready(world, call, post);
        const outcome = await send(world, call, post, handle);
        const entries = await world.ledger(account);
        assert.equal(entries.length, index + 1);
        assert.equal(outcome.kind === 'published' && outcome.id, entries.at(-1)?.id, JSON.stringify(outcome));
        await world.advance(120_000);
        if (answer === 'inconclusive') continue;
        // Only where a second one is refused may it be tried.
        if (answer === 'found') await send(world, call, post, handle);
        assert.equal((await world.ledger(account)).length, index + 1);
        const settled = await adapter.publish.settle(call, post, { handle, sentAt });
        assert.equal(settled.kind === 'found' && settled.id, entries.at(-1)?.id, JSON.stringify(settled));
      }
    });
  }

  const { moves } = given;
  if (moves !== undefined) {
    check(['publish', 'moved'], 'an account that has become another is called by its new id', async () => {
      const [name, newName] = [world.newName(), world.newName()];
      await world.facts(name, moves.from);
      const account = await newAccount(world, name);
      const movedTo = await world.facts(newName, moves.to);
      await world.facts(name, { [moves.moved]: newName });
      const post = simplePost(world);
      const { handle } = await ready(world, world.as(account), post);
      const outcome = await send(world, world.as(account), post, handle);
      assert.ok(outcome.kind === 'notDone', JSON.stringify(outcome));
      assert.equal(outcome.movedTo, movedTo);
      const { id } = await publish(world, { ...account, providerAccountId: movedTo }, post);
      const entries = await world.ledger({ ...account, providerAccountId: movedTo });
      assert.deepEqual(
        entries.map((entry) => entry.id),
        [id],
      );
    });
  }

  const { permalink } = adapter.publish;
  assert.equal(permalink === undefined, given.permalink === undefined, 'permalinks need their description');
  if (permalink === undefined || given.permalink === undefined) return;
  const { permalink: operation } = given;
  for (const kind of [...lostKinds, 'rateLimit', 'tokenExpired', 'scopeMissing']) {
    check(['permalink', kind], 'an address that cannot be read is none', async () => {
      const account = await newAccount(world);
      const { id } = await publish(world, account, simplePost(world));
      await world.fault(kind, operation);
      assert.equal(await permalink(world.as(account, edgeFor(kind)), id), undefined);
    });
  }
};

type Expected = { example: ExamplePost; published: Published };

async function checkLedger(world: World, account: RemoteAccount, { example, published }: Expected): Promise<void> {
  const post = example.post(world.fixtures);
  const entries = await world.ledger(account);
  assert.equal(entries.length, 1, JSON.stringify(entries));
  const [entry] = entries;
  assert.ok(entry);
  assert.equal(entry.text, example.text ?? post.text);
  assert.deepEqual(
    entry.media,
    post.media.map((media) => ({
      type: media.type,
      sizeBytes: media.sizeBytes,
      sha256: world.fixtures.sha256(media),
    })),
  );
  assert.equal(published.id, entry.id);
  if (example.hasNoUrl === true) return assert.equal(published.url, undefined);
  const url = published.url ?? (await world.adapter.publish.permalink?.(world.as(account), published.id));
  assert.equal(url, entry.url);
}

async function checkSent(world: World, { sent = [] }: ExamplePost): Promise<void> {
  for (const { operation, body } of sent) {
    const last = (await world.requests(operation)).at(-1);
    assert.ok(last, `${operation} was not called`);
    assert.partialDeepStrictEqual(last.body, body);
  }
}

/** The network's own answer, with other digits wherever it names the newest post. */
function withIds(world: World, account: RemoteAccount, digits: string): NonNullable<Edge['answer']> {
  return async (request, ask) => {
    const reply = await ask(request);
    const newest = (await world.ledger(account)).at(-1);
    if (reply.kind !== 'answer' || newest === undefined) return reply;
    const text = reply.text.replaceAll(`"${newest.id}"`, digits).replaceAll(newest.id, digits);
    const headers = Object.entries(reply.headers).map(([name, value]) => [name, value.replaceAll(newest.id, digits)]);
    return {
      ...reply,
      headers: Object.fromEntries(headers) as Record<string, string>,
      text,
      bytes: Buffer.from(text),
      json: parsePlatformJson(text),
    };
  };
}
