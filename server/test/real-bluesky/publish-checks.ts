import assert from 'node:assert/strict';
import type { AccountCall, Handle, Media, Outcome, Post, Settled } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { jpegOf, mp4Of, pngOf } from '../conformance/media-files.ts';
import type { Check } from './checks.ts';
import { deactivate, takeDown } from './session-checks.ts';
import { expectOk, expiredToken, finalOf, type Person, type World } from './world.ts';

const { publish } = bluesky;

export const publishChecks = (pageOrigin: string): Check[] => [
  {
    name: 'text with a link, a tag, a mention and languages is published as it was made',
    run: async (world) => {
      const friend = await world.newPerson('mate-of-nan');
      const { call, person } = await begin(world, 'nan-and-mate');
      const text = 'Tadaa 🎉 @Mate-of-Nan.test and @nobody.test: #parade at https://example.com/a?b=c.';
      const settings = { languages: ['pt-BR', 'zh-Hant-TW', 'i-klingon'], disableLinkCard: true };
      const handle = await ready(world, call, postOf(text, { settings }));
      assertPublished(call, handle, await publish.send(call, postOf(text), handle));
      assert.equal(answered(world, 'createRecord')['validationStatus'], 'valid');
      const { value } = expectOk(await world.record(person.did, handle));
      assert.deepEqual([value.text, value.langs, value.embed], [text, settings.languages, undefined]);
      assert.deepEqual(
        value.facets.map(({ index, features: [feature] }: any) => [
          cut(text, index),
          feature.uri ?? feature.tag ?? feature.did,
        ]),
        [
          ['@Mate-of-Nan.test', friend.did],
          ['#parade', 'parade'],
          ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
        ],
      );
      assert.deepEqual(value, finalOf(handle).record);
    },
  },
  {
    name: 'images are published with their alt texts, and can be fetched',
    run: async (world) => {
      const { call, person } = await begin(world, 'ole');
      const files = [mediaOf('image/jpeg', jpegOf('one')), mediaOf('image/png', pngOf('two'))];
      const post = postOf('Two', { media: files, settings: { altTexts: ['First', 'Zweites 🎈'] } });
      const handle = await ready(world, call, post);
      assertPublished(call, handle, await publish.send(call, post, handle));
      const { value } = expectOk(await world.record(person.did, handle));
      assert.deepEqual(
        value.embed.images.map(({ alt, image, aspectRatio }: any) => [alt, image.mimeType, image.size, aspectRatio]),
        [
          ['First', 'image/jpeg', files[0]?.sizeBytes, { width: 400, height: 400 }],
          ['Zweites 🎈', 'image/png', files[1]?.sizeBytes, { width: 400, height: 400 }],
        ],
      );
      const query = new URLSearchParams({ did: person.did, cid: value.embed.images[1].image.ref.$link });
      const fetched = await fetch(`${world.pds.origin}/xrpc/com.atproto.sync.getBlob?${query.toString()}`);
      assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), pngOf('two'));
    },
  },
  {
    name: 'four images, and none twice',
    run: async (world) => {
      const { call, person } = await begin(world, 'pam');
      const media = ['a', 'b', 'c', 'd'].map((words) => mediaOf('image/jpeg', jpegOf(words)));
      const handle = await ready(world, call, postOf('', { media }));
      assertPublished(call, handle, await publish.send(call, postOf('', { media }), handle));
      const { value } = expectOk(await world.record(person.did, handle));
      assert.equal(new Set(value.embed.images.map(({ image }: any) => image.ref.$link)).size, 4);
    },
  },
  {
    name: 'a link has its card with a picture; switched off, or without a page, it has none',
    run: async (world) => {
      const { call, person } = await begin(world, 'quin');
      const embedOf = async (post: Post): Promise<any> => {
        const handle = await ready(world, call, post);
        assertPublished(call, handle, await publish.send(call, post, handle));
        return expectOk(await world.record(person.did, handle))['value'].embed;
      };
      const uri = `${pageOrigin}/page`;
      const { external } = await embedOf(postOf(`See ${uri}`));
      const { thumb, ...words } = external;
      assert.deepEqual(words, { uri, title: 'A page & more', description: 'Of this machine' });
      assert.deepEqual([thumb.mimeType, thumb.size], ['image/png', pngOf('card').length]);
      assert.equal(await embedOf(postOf(`See ${uri}`, { settings: { disableLinkCard: true } })), undefined);
      assert.equal(await embedOf(postOf(`See ${pageOrigin}/missing`)), undefined);
    },
  },
  {
    name: 'sent again after success: never a second record, and it is known to be published',
    run: async (world) => {
      const { call, person } = await begin(world, 'ray');
      const handle = await ready(world, call, postOf('Once'));
      assertPublished(call, handle, await publish.send(call, postOf('Once'), handle));
      const before = expectOk(await world.record(person.did, handle));
      await assertSettled(call, handle, await publish.send(call, postOf('Once'), handle));
      assert.deepEqual(await world.keys(person.did), [finalOf(handle).key]);
      assert.deepEqual(expectOk(await world.record(person.did, handle)), before);
    },
  },
  {
    name: 'sent five times at once: one record',
    run: async (world) => {
      const { call, person } = await begin(world, 'sam');
      const handle = await ready(world, call, postOf('At once'));
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => publish.send(call, postOf('At once'), handle)),
      );
      assert.ok(outcomes.some(({ kind }) => kind === 'published'));
      for (const outcome of outcomes) await assertSettled(call, handle, outcome);
      assert.deepEqual(await world.keys(person.did), [finalOf(handle).key]);
    },
  },
  {
    name: 'what was never sent is absent, what was sent is found',
    run: async (world) => {
      const { call } = await begin(world, 'tom');
      const handle = await ready(world, call, postOf('Lost'));
      assert.deepEqual(await settle(call, handle), { kind: 'absent' });
      await publish.send(call, postOf('Lost'), handle);
      assert.equal((await settle(call, handle)).kind, 'found');
    },
  },
  {
    name: 'unpublishing deletes it; a second time it is gone already',
    run: async (world) => {
      const { call, person } = await begin(world, 'uma');
      const handle = await ready(world, call, postOf('Gone soon'));
      const outcome = await publish.send(call, postOf('Gone soon'), handle);
      assert.ok(outcome.kind === 'published');
      const gone = (): Promise<unknown> | undefined => bluesky.unpublish?.(call, { id: outcome.id });
      assert.deepEqual(await gone(), { kind: 'gone' });
      assert.deepEqual(await world.keys(person.did), []);
      assert.deepEqual(await settle(call, handle), { kind: 'absent' });
      assert.deepEqual(await gone(), { kind: 'gone' });
    },
  },
  {
    name: 'text at its limit is taken; longer text is refused by the check, and by the server as well',
    run: async (world) => {
      const { call, person } = await begin(world, 'val');
      const family = '👨‍👩‍👧';
      const fits = ['x'.repeat(300), family.repeat(166), 'é'.repeat(300)];
      for (const text of fits) {
        assert.deepEqual(publish.check(postOf(text)), []);
        const handle = await ready(world, call, postOf(text));
        assertPublished(call, handle, await publish.send(call, postOf(text), handle));
      }
      for (const text of ['x'.repeat(301), family.repeat(167), 'x'.repeat(3001)]) {
        assert.ok(publish.check(postOf(text)).some(({ severity }) => severity === 'error'));
        const handle = await ready(world, call, postOf(text));
        await assertRejected(call, handle);
      }
      assert.equal((await world.keys(person.did)).length, fits.length);
    },
  },
  {
    name: 'a picture above what the server allows is refused before anything is published',
    run: async (world) => {
      const { call } = await begin(world, 'wil');
      const bytes = Buffer.concat([jpegOf('big'), Buffer.alloc(1_500_000)]);
      const post = postOf('Big', { media: [mediaOf('image/jpeg', bytes)] });
      await assertRejected(call, await ready(world, call, post));
      const huge = mediaOf('image/jpeg', Buffer.concat([jpegOf('huge'), Buffer.alloc(6_000_000)]));
      const step = await world.prepare(call, postOf('Huge', { media: [huge] }));
      assert.equal(step.kind, 'rejected', JSON.stringify(step));
    },
  },
  {
    name: 'what is no picture is refused before anything is published',
    run: async (world) => {
      const { call } = await begin(world, 'xena');
      const post = postOf('Film', { media: [mediaOf('image/jpeg', mp4Of('a film'))] });
      await assertRejected(call, await ready(world, call, post));
    },
  },
  {
    name: 'a file that the server does not have any more is refused before anything is published',
    run: async (world) => {
      const [one, other] = [await begin(world, 'yan'), await begin(world, 'zoe')];
      const post = postOf('Whose', { media: [mediaOf('image/jpeg', jpegOf('mine'))] });
      await assertRejected(other.call, await ready(world, one.call, post));
    },
  },
  {
    name: 'a video passes through the video service with a token that the server accepts',
    run: async (world) => {
      const { call, person } = await begin(world, 'vic');
      const video: Media = { ...mediaOf('video/mp4', mp4Of('moves')), type: 'video' };
      const post = postOf('It moves', { media: [video], settings: { altTexts: ['Moving'] } });
      const handle = await ready(world, call, post);
      assertPublished(call, handle, await publish.send(call, post, handle));
      const { embed } = expectOk(await world.record(person.did, handle))['value'];
      assert.deepEqual([embed.$type, embed.video.mimeType, embed.alt], ['app.bsky.embed.video', 'video/mp4', 'Moving']);
    },
  },
  {
    name: 'a token that has run out, or is none, disconnects; what was sent is still found',
    run: async (world) => {
      const { call, account, person } = await begin(world, 'amy');
      const handle = await ready(world, call, postOf('Before'));
      await publish.send(call, postOf('Before'), handle);
      const forged = `${account.tokens?.accessToken.replace(/[^.]+$/, '') ?? ''}${'A'.repeat(43)}`;
      for (const accessToken of [expiredToken(world.pds, person.did), forged]) {
        const late = world.as(account, { accessToken });
        const next = await ready(world, call, postOf('After'));
        assertDisconnected(await publish.send(late, postOf('After'), next), 'tokenExpired');
        const id = `at://${person.did}/app.bsky.feed.post/${finalOf(handle).key}`;
        assertDisconnected(await bluesky.unpublish?.(late, { id }), 'tokenExpired');
        const picture = postOf('', { media: [mediaOf('image/jpeg', jpegOf('late'))] });
        assertDisconnected(await publish.prepare(late, picture, undefined), 'tokenExpired');
        assert.equal((await settle(late, handle)).kind, 'found');
        assert.deepEqual(await settle(late, next), { kind: 'absent' });
      }
    },
  },
  {
    name: 'an account taken down, deactivated or deleted disconnects',
    run: async (world) => {
      const ends: [string, (person: Person) => Promise<void>][] = [
        ['ben', (person) => takeDown(world, person)],
        ['cat', (person) => deactivate(world, person)],
        ['dan', async ({ did }) => void expectOk(await world.command('com.atproto.admin.deleteAccount', { did }))],
      ];
      for (const [name, end] of ends) {
        const { call, person } = await begin(world, name);
        const handle = await ready(world, call, postOf('Too late'));
        await end(person);
        assertDisconnected(await publish.send(call, postOf('Too late'), handle), 'tokenDead');
        const id = `at://${person.did}/app.bsky.feed.post/${finalOf(handle).key}`;
        assertDisconnected(await bluesky.unpublish?.(call, { id }), 'tokenDead');
        assert.notEqual((await settle(call, handle)).kind, 'found');
      }
    },
  },
  {
    name: 'the list of posts needs another server, and without it is asked for again later',
    run: async (world) => {
      const { call } = await begin(world, 'eli');
      const recent = await bluesky.recentPosts?.(call, { limit: 10 });
      assert.equal(recent?.kind, 'notDone', JSON.stringify(recent));
    },
  },
];

/** For a server that no other stands behind. */
export const aloneChecks: Check[] = [
  {
    name: 'alone: an account is connected and publishes',
    run: async (world) => {
      const { call, account } = await begin(world, 'solo');
      assert.equal(account.displayName, 'solo.test');
      const handle = await ready(world, call, postOf('Alone'));
      assertPublished(call, handle, await publish.send(call, postOf('Alone'), handle));
    },
  },
  {
    name: 'alone: the list of posts is refused',
    run: async (world) => {
      const { call } = await begin(world, 'sole');
      const recent = await bluesky.recentPosts?.(call, { limit: 10 });
      assert.equal(recent?.kind, 'rejected', JSON.stringify(recent));
    },
  },
];

async function begin(world: World, name: string) {
  const person = await world.newPerson(name);
  const account = await world.signIn(person);
  world.seen.length = 0;
  return { person, account, call: world.as(account) };
}

function postOf(text: string, more: Partial<Post> = {}): Post {
  return { text, title: '', media: [], tags: [], thread: [], settings: {}, ...more };
}

function mediaOf(contentType: string, bytes: Buffer): Media {
  return {
    type: 'image',
    contentType,
    sizeBytes: bytes.length,
    width: 400,
    height: 400,
    url: 'https://herald.example/file',
    open: async function* () {
      yield await Promise.resolve(bytes);
    },
  };
}

async function ready(world: World, call: AccountCall, post: Post): Promise<Handle> {
  const step = await world.prepare(call, post);
  assert.ok(step.kind === 'ready', JSON.stringify(step));
  return step.handle;
}

const settle = (call: AccountCall, handle: Handle): Promise<Settled> =>
  publish.settle(call, postOf(''), { handle, sentAt: new Date() });

function assertPublished({ account }: AccountCall, handle: Handle, outcome: Outcome): void {
  const { key } = finalOf(handle);
  assert.deepEqual(outcome, {
    kind: 'published',
    id: `at://${account.providerAccountId}/app.bsky.feed.post/${key}`,
    url: `https://bsky.app/profile/${account.username}/post/${key}`,
  });
}

/** Published, or open and then found. */
async function assertSettled(call: AccountCall, handle: Handle, outcome: Outcome): Promise<void> {
  assert.ok(outcome.kind === 'published' || outcome.kind === 'unknown', JSON.stringify(outcome));
  if (outcome.kind === 'unknown') assert.equal((await settle(call, handle)).kind, 'found');
}

async function assertRejected(call: AccountCall, handle: Handle): Promise<void> {
  const outcome = await publish.send(call, postOf(''), handle);
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
  assert.deepEqual(await settle(call, handle), { kind: 'absent' });
}

function assertDisconnected(outcome: { kind: string; cause?: string } | undefined, cause: string): void {
  assert.deepEqual([outcome?.kind, outcome?.cause], ['disconnected', cause], JSON.stringify(outcome));
}

/** The last answer to an operation. */
function answered({ seen }: World, operation: string): Record<string, any> {
  const reply = seen.findLast(({ request }) => request.endsWith(operation))?.reply;
  return reply?.kind === 'answer' ? (reply.json as Record<string, any>) : {};
}

function cut(text: string, { byteStart, byteEnd }: { byteStart: number; byteEnd: number }): string {
  return Buffer.from(text).subarray(byteStart, byteEnd).toString();
}
