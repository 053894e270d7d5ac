import assert from 'node:assert/strict';
import { parsePlatformJson } from '../../../src/kernel/outbound/platform-json.ts';
import type { RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish, ready, send, type Published } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { ExamplePost } from '../platform-case.ts';
import type { Edge, PlatformFixture } from '../platform-fixture.ts';
import { simplePost } from './refresh.ts';
import { edgeFor, lostKinds, type Suite } from './suite.ts';

export const publishSuite: Suite = (fixture, check) => {
  const { platformCase, adapter } = fixture;

  for (const example of platformCase.posts) {
    check(['publish'], `${example.name} is published once and unchanged`, async () => {
      const account = await newAccount(fixture);
      const post = example.post(fixture.files);
      const errors = adapter.publish.check(post).filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
      const published = await publish(fixture, account, post);
      await checkLedger(fixture, account, { example, published });
      await checkSent(fixture, example);
    });
  }

  check(['publish', 'ids'], 'an ID beyond the safe integers is returned exactly or not at all', async () => {
    const account = await newAccount(fixture);
    const post = simplePost(fixture);
    const { publishState } = await ready(fixture, fixture.as(account), post);
    const digits = '9007199254740993123';
    const outcome = await send(
      fixture,
      fixture.as(account, { respond: withIds(fixture, account, digits) }),
      post,
      publishState,
    );
    if (outcome.kind === 'published') assert.equal(outcome.id, digits);
    else assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
  });

  for (const { name: variant, facts, result = platformCase.settle.result } of platformCase.variants ?? []) {
    check(['publish', 'variants'], `${variant}: every post is published exactly once`, async () => {
      const name = fixture.newName();
      await fixture.facts(name, facts);
      const account = await newAccount(fixture, name);
      for (const [index, example] of platformCase.posts.entries()) {
        const call = fixture.as(account);
        const post = example.post(fixture.files);
        const sentAt = fixture.now();
        const { publishState } = await ready(fixture, call, post);
        const outcome = await send(fixture, call, post, publishState);
        const entries = await fixture.ledger(account);
        assert.equal(entries.length, index + 1);
        assert.equal(outcome.kind === 'published' && outcome.id, entries.at(-1)?.id, JSON.stringify(outcome));
        await fixture.advance(120_000);
        if (result === 'inconclusive') continue;
        // Sends twice only where the platform refuses the second.
        if (result === 'found') await send(fixture, call, post, publishState);
        assert.equal((await fixture.ledger(account)).length, index + 1);
        const settled = await adapter.publish.settle(call, post, { publishState, sentAt });
        assert.equal(settled.kind === 'found' && settled.id, entries.at(-1)?.id, JSON.stringify(settled));
      }
    });
  }

  const { moves } = platformCase;
  if (moves !== undefined) {
    check(['publish', 'moved'], 'an account whose ID changed is called by its new ID', async () => {
      const [name, newName] = [fixture.newName(), fixture.newName()];
      await fixture.facts(name, moves.from);
      const account = await newAccount(fixture, name);
      const movedTo = await fixture.facts(newName, moves.to);
      await fixture.facts(name, { [moves.moved]: newName });
      const post = simplePost(fixture);
      const { publishState } = await ready(fixture, fixture.as(account), post);
      const outcome = await send(fixture, fixture.as(account), post, publishState);
      assert.ok(outcome.kind === 'notDone', JSON.stringify(outcome));
      assert.equal(outcome.movedTo, movedTo);
      const { id } = await publish(fixture, { ...account, providerAccountId: movedTo }, post);
      const entries = await fixture.ledger({ ...account, providerAccountId: movedTo });
      assert.deepEqual(
        entries.map((entry) => entry.id),
        [id],
      );
    });
  }

  const { permalink } = adapter.publish;
  assert.equal(
    permalink === undefined,
    platformCase.permalink === undefined,
    'the description of permalinks is missing',
  );
  if (permalink === undefined || platformCase.permalink === undefined) return;
  const { permalink: operation } = platformCase;
  for (const kind of [...lostKinds, 'rateLimit', 'tokenExpired', 'scopeMissing']) {
    check(['permalink', kind], 'an unreadable permalink is treated as missing', async () => {
      const account = await newAccount(fixture);
      const { id } = await publish(fixture, account, simplePost(fixture));
      await fixture.fault(kind, operation);
      assert.equal(await permalink(fixture.as(account, edgeFor(kind)), id), undefined);
    });
  }
};

type Expected = { example: ExamplePost; published: Published };

async function checkLedger(
  fixture: PlatformFixture,
  account: RemoteAccount,
  { example, published }: Expected,
): Promise<void> {
  const post = example.post(fixture.files);
  const entries = await fixture.ledger(account);
  assert.equal(entries.length, 1, JSON.stringify(entries));
  const [entry] = entries;
  assert.ok(entry);
  assert.equal(entry.text, example.text ?? post.text);
  assert.deepEqual(
    entry.media,
    post.media.map((media) => ({
      type: media.type,
      sizeBytes: media.sizeBytes,
      sha256: fixture.files.sha256(media),
    })),
  );
  assert.equal(published.id, entry.id);
  if (example.hasNoUrl === true) return assert.equal(published.url, undefined);
  const url = published.url ?? (await fixture.adapter.publish.permalink?.(fixture.as(account), published.id));
  assert.equal(url, entry.url);
}

async function checkSent(fixture: PlatformFixture, { sent = [] }: ExamplePost): Promise<void> {
  for (const { operation, body } of sent) {
    const last = (await fixture.requests(operation)).at(-1);
    assert.ok(last, `${operation} was not called`);
    assert.partialDeepStrictEqual(last.body, body);
  }
}

function withIds(fixture: PlatformFixture, account: RemoteAccount, digits: string): NonNullable<Edge['respond']> {
  return async (request, ask) => {
    const reply = await ask(request);
    const newest = (await fixture.ledger(account)).at(-1);
    if (reply.kind !== 'response' || newest === undefined) return reply;
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
