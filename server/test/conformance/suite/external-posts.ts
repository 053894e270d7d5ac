import assert from 'node:assert/strict';
import type { ExternalPosts, Post, PostSearch, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { publish } from '../drive.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, lostKinds, type Check, type Suite } from './suite.ts';

export const externalPostsSuite: Suite = (fixture, check) => {
  const { externalPosts } = fixture.adapter;
  const { externalPosts: postsCase } = fixture.platformCase;
  assert.equal(externalPosts === undefined, postsCase === undefined, 'the description of external posts is missing');
  if (externalPosts === undefined || postsCase === undefined) return;
  listChecks(fixture, check, { externalPosts, postsCase });
  findChecks(fixture, check, { externalPosts, postsCase });
};

type PostsCase = NonNullable<PlatformFixture['platformCase']['externalPosts']>;
type Capability = { externalPosts: ExternalPosts; postsCase: PostsCase };

function listChecks(fixture: PlatformFixture, check: Check, { externalPosts, postsCase }: Capability): void {
  const { list: operation } = postsCase.operations;
  const example = fixture.post(postsCase.post);
  const worded = (text: string): Post => ({ ...example, text });

  check(['externalPosts'], 'lists own posts newest first, up to the requested number', async () => {
    const account = await newAccount(fixture);
    await publish(fixture, await newAccount(fixture), worded('of somebody else'));
    const texts = ['first', 'second', 'third'];
    const ids: string[] = [];
    for (const text of texts) {
      ids.push((await publish(fixture, account, worded(text))).id);
      await fixture.advance(60_000);
    }
    const listed = await externalPosts.list(fixture.as(account), { limit: 10 });
    assert.ok(listed.kind === 'posts', JSON.stringify(listed));
    assert.deepEqual(
      listed.posts.map((post) => post.platformPostId),
      ids.toReversed(),
    );
    assert.deepEqual(
      listed.posts.map((post) => post.content),
      texts.toReversed(),
    );
    const instants = listed.posts.map((post) => post.publishedAt.getTime());
    assert.deepEqual(
      instants,
      instants.toSorted((one, other) => other - one),
    );
    const urls = (await fixture.ledger(account)).map((post) => post.url).toReversed();
    assert.deepEqual(
      listed.posts.map((post) => post.platformPostUrl),
      urls,
    );
    const few = await externalPosts.list(fixture.as(account), { limit: 2 });
    assert.equal(few.kind === 'posts' && few.posts.length, 2);
  });
  for (const kind of lostKinds) {
    check(['externalPosts', kind], 'an unreadable list can be requested again', async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      const listed = await externalPosts.list(fixture.as(account, edgeFor(kind)), { limit: 10 });
      assert.equal(listed.kind, 'notDone', JSON.stringify(listed));
    });
  }
  for (const kind of ['rateLimit', ...Object.keys(fixture.platformCase.tokens)]) {
    check(['externalPosts', kind], 'a refused list returns the reason', async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      const listed = await externalPosts.list(fixture.as(account), { limit: 10 });
      assert.equal(listed.kind, kind === 'rateLimit' ? 'rateLimited' : 'disconnected', JSON.stringify(listed));
    });
  }
  if (!postsCase.listLag) return;
  check(['externalPosts', 'listLag'], 'a list without the newest posts is still returned', async () => {
    const account = await newAccount(fixture);
    await publish(fixture, account, example);
    await fixture.fault('listLag', operation);
    assert.deepEqual(await externalPosts.list(fixture.as(account), { limit: 10 }), { kind: 'posts', posts: [] });
  });
}

type NativePost = { account: RemoteAccount; id: string; url: string };

async function addNativePost(
  fixture: PlatformFixture,
  { mediaUrls }: PostsCase,
  text = 'Made by hand',
): Promise<NativePost> {
  const account = await newAccount(fixture);
  const createdAt = new Date(fixture.now().getTime() - 2 * dayMs).toISOString();
  const media = mediaUrls === undefined ? {} : { mediaUrls };
  const { post } = await fixture.sandbox.control('POST', 'posts', {
    ...{ platform: fixture.adapter.name, account: account.providerAccountId, text, createdAt, ...media },
  });
  return { account, ...post };
}

const dayMs = 24 * 3_600_000;

function findChecks(fixture: PlatformFixture, check: Check, { externalPosts, postsCase }: Capability): void {
  const { find, list } = externalPosts;
  const { operations, missing } = postsCase;
  const searches = [
    [operations.find, ({ id }: NativePost): PostSearch => ({ id })],
    [operations.findByUrl, ({ url }: NativePost): PostSearch => ({ url })],
  ] as const;

  check(['externalPosts'], 'a post of another app is listed, and found by its ID and its URL', async () => {
    const native = await addNativePost(fixture, postsCase);
    const listed = await list(fixture.as(native.account), { limit: 10 });
    assert.ok(listed.kind === 'posts', JSON.stringify(listed));
    const [post] = listed.posts;
    assert.ok(post !== undefined && listed.posts.length === 1, JSON.stringify(listed));
    assert.deepEqual(
      [post.platformPostId, post.platformPostUrl, post.content],
      [native.id, native.url, 'Made by hand'],
    );
    assert.equal(Math.round((fixture.now().getTime() - post.publishedAt.getTime()) / dayMs), 2);
    assert.equal(post.mediaItems.length, postsCase.mediaUrls?.length ?? 0);
    for (const [, searchFor] of searches) {
      assert.deepEqual(await find(fixture.as(native.account), searchFor(native)), { kind: 'post', post });
    }
  });

  check(['externalPosts'], 'posts of other accounts, unknown ones and invalid input are not found', async () => {
    const native = await addNativePost(fixture, postsCase);
    const other = await newAccount(fixture);
    const invalid: PostSearch[] = ['', '.', '../me', `${native.id}/../x`, 'a b?c#d', 'é'.repeat(500)].flatMap(
      (text) => [{ id: text }, { url: text }, { url: `https://example.com/${text}` }],
    );
    const ofOthers = searches.map(([, searchFor]) => searchFor(native));
    for (const search of [...ofOthers, ...invalid, { id: missing.id }, { url: missing.url }]) {
      const result = await find(fixture.as(other), search);
      assert.deepEqual(result, { kind: 'post', post: undefined }, JSON.stringify(search));
    }
  });

  for (const [operation, searchFor] of searches) {
    for (const kind of lostKinds) {
      check(['externalPosts', kind], `without a response of ${operation} a search can be repeated`, async () => {
        const native = await addNativePost(fixture, postsCase);
        await fixture.fault(kind, operation);
        const result = await find(fixture.as(native.account, edgeFor(kind)), searchFor(native));
        assert.equal(result.kind, 'notDone', JSON.stringify(result));
      });
    }
    for (const kind of ['rateLimit', ...Object.keys(fixture.platformCase.tokens)]) {
      check(['externalPosts', kind], `a search that ${operation} refuses returns the reason`, async () => {
        const native = await addNativePost(fixture, postsCase);
        await fixture.fault(kind, operation);
        const result = await find(fixture.as(native.account), searchFor(native));
        assert.equal(result.kind, kind === 'rateLimit' ? 'rateLimited' : 'disconnected', JSON.stringify(result));
      });
    }
  }
}
