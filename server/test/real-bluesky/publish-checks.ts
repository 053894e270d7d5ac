import assert from 'node:assert/strict';
import type { AccountCall, Media, Outcome, Post, PublishState } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { jpegOf, mp4Of, pngOf } from '../conformance/media-files.ts';
import type { Check } from './checks.ts';
import { assertPublished, begin, mediaOf, postOf, ready, settle } from './publish-steps.ts';
import { deactivate, takeDown } from './session-checks.ts';
import { expectOk, expiredToken, finalOf, type Person, type BlueskyFixture } from './bluesky-fixture.ts';

const { publish } = bluesky;

export const publishChecks = (pageOrigin: string): Check[] => [
  {
    name: 'text with a link, a tag, a mention and languages is published unchanged',
    run: async (fixture) => {
      const friend = await fixture.newPerson('mate-of-nan');
      const { call, person } = await begin(fixture, 'nan-and-mate');
      const text = 'Tadaa 🎉 @Mate-of-Nan.test and @nobody.test: #parade at https://example.com/a?b=c.';
      const settings = { languages: ['pt-BR', 'zh-Hant-TW', 'i-klingon'], disableLinkCard: true };
      const publishState = await ready(fixture, call, postOf(text, { settings }));
      assertPublished(call, publishState, await publish.send(call, postOf(text), publishState));
      assert.equal(lastResponse(fixture, 'createRecord')['validationStatus'], 'valid');
      const { value } = expectOk(await fixture.record(person.did, publishState));
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
      assert.deepEqual(value, finalOf(publishState).record);
    },
  },
  {
    name: 'images are published with their alt texts, and can be fetched',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'ole');
      const files = [mediaOf('image/jpeg', jpegOf('one')), mediaOf('image/png', pngOf('two'))];
      const post = postOf('Two', { media: files, settings: { altTexts: ['First', 'Zweites 🎈'] } });
      const publishState = await ready(fixture, call, post);
      assertPublished(call, publishState, await publish.send(call, post, publishState));
      const { value } = expectOk(await fixture.record(person.did, publishState));
      assert.deepEqual(
        value.embed.images.map(({ alt, image, aspectRatio }: any) => [alt, image.mimeType, image.size, aspectRatio]),
        [
          ['First', 'image/jpeg', files[0]?.sizeBytes, { width: 400, height: 400 }],
          ['Zweites 🎈', 'image/png', files[1]?.sizeBytes, { width: 400, height: 400 }],
        ],
      );
      const query = new URLSearchParams({ did: person.did, cid: value.embed.images[1].image.ref.$link });
      const fetched = await fetch(`${fixture.pds.origin}/xrpc/com.atproto.sync.getBlob?${query.toString()}`);
      assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), pngOf('two'));
    },
  },
  {
    name: 'publishes four images without duplicates',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'pam');
      const media = ['a', 'b', 'c', 'd'].map((words) => mediaOf('image/jpeg', jpegOf(words)));
      const publishState = await ready(fixture, call, postOf('', { media }));
      assertPublished(call, publishState, await publish.send(call, postOf('', { media }), publishState));
      const { value } = expectOk(await fixture.record(person.did, publishState));
      assert.equal(new Set(value.embed.images.map(({ image }: any) => image.ref.$link)).size, 4);
    },
  },
  {
    name: 'a link gets a card with an image, unless cards are disabled or the page is missing',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'quin');
      const embedOf = async (post: Post): Promise<any> => {
        const publishState = await ready(fixture, call, post);
        assertPublished(call, publishState, await publish.send(call, post, publishState));
        return expectOk(await fixture.record(person.did, publishState))['value'].embed;
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
    name: 'sending again after success creates no second record and reports the post as published',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'ray');
      const publishState = await ready(fixture, call, postOf('Once'));
      assertPublished(call, publishState, await publish.send(call, postOf('Once'), publishState));
      const before = expectOk(await fixture.record(person.did, publishState));
      await assertSettled(call, publishState, await publish.send(call, postOf('Once'), publishState));
      assert.deepEqual(await fixture.keys(person.did), [finalOf(publishState).key]);
      assert.deepEqual(expectOk(await fixture.record(person.did, publishState)), before);
    },
  },
  {
    name: 'five concurrent sends create one record',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'sam');
      const publishState = await ready(fixture, call, postOf('At once'));
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => publish.send(call, postOf('At once'), publishState)),
      );
      assert.ok(outcomes.some(({ kind }) => kind === 'published'));
      for (const outcome of outcomes) await assertSettled(call, publishState, outcome);
      assert.deepEqual(await fixture.keys(person.did), [finalOf(publishState).key]);
    },
  },
  {
    name: 'a look-up finds a sent post and reports an unsent one as absent',
    run: async (fixture) => {
      const { call } = await begin(fixture, 'tom');
      const publishState = await ready(fixture, call, postOf('Lost'));
      assert.deepEqual(await settle(call, publishState), { kind: 'absent' });
      await publish.send(call, postOf('Lost'), publishState);
      assert.equal((await settle(call, publishState)).kind, 'found');
    },
  },
  {
    name: 'unpublishing deletes the post, and doing so again succeeds',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'uma');
      const publishState = await ready(fixture, call, postOf('Gone soon'));
      const outcome = await publish.send(call, postOf('Gone soon'), publishState);
      assert.ok(outcome.kind === 'published');
      const unpublish = (): Promise<unknown> | undefined => bluesky.unpublish?.(call, { id: outcome.id });
      assert.deepEqual(await unpublish(), { kind: 'gone' });
      assert.deepEqual(await fixture.keys(person.did), []);
      assert.deepEqual(await settle(call, publishState), { kind: 'absent' });
      assert.deepEqual(await unpublish(), { kind: 'gone' });
    },
  },
  {
    name: 'text at the limit is accepted; longer text is refused by the check and by the server',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'val');
      const family = '👨‍👩‍👧';
      const fits = ['x'.repeat(300), family.repeat(166), 'é'.repeat(300)];
      for (const text of fits) {
        assert.deepEqual(publish.check(postOf(text)), []);
        const publishState = await ready(fixture, call, postOf(text));
        assertPublished(call, publishState, await publish.send(call, postOf(text), publishState));
      }
      for (const text of ['x'.repeat(301), family.repeat(167), 'x'.repeat(3001)]) {
        assert.ok(publish.check(postOf(text)).some(({ severity }) => severity === 'error'));
        const publishState = await ready(fixture, call, postOf(text));
        await assertNotSent(call, publishState);
      }
      assert.equal((await fixture.keys(person.did)).length, fits.length);
    },
  },
  {
    name: 'an image above the limit of the server is refused before anything is published',
    run: async (fixture) => {
      const { call } = await begin(fixture, 'wil');
      const bytes = Buffer.concat([jpegOf('big'), Buffer.alloc(1_500_000)]);
      const post = postOf('Big', { media: [mediaOf('image/jpeg', bytes)] });
      await assertNotSent(call, await ready(fixture, call, post));
      const huge = mediaOf('image/jpeg', Buffer.concat([jpegOf('huge'), Buffer.alloc(6_000_000)]));
      const step = await fixture.prepare(call, postOf('Huge', { media: [huge] }));
      assert.equal(step.kind, 'rejected', JSON.stringify(step));
    },
  },
  {
    name: 'a file that is not an image is refused before anything is published',
    run: async (fixture) => {
      const { call } = await begin(fixture, 'xena');
      const post = postOf('Film', { media: [mediaOf('image/jpeg', mp4Of('a film'))] });
      await assertNotSent(call, await ready(fixture, call, post));
    },
  },
  {
    name: 'a blob that the server no longer has is uploaded again, and nothing is published before',
    run: async (fixture) => {
      const [one, other] = [await begin(fixture, 'yan'), await begin(fixture, 'zoe')];
      const post = postOf('Whose', { media: [mediaOf('image/jpeg', jpegOf('mine'))] });
      await assertNotSent(other.call, await ready(fixture, one.call, post), 'preparationLost');
    },
  },
  {
    name: 'a video passes through the video service with a token that the server accepts',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'vic');
      const video: Media = { ...mediaOf('video/mp4', mp4Of('moves')), type: 'video' };
      const post = postOf('It moves', { media: [video], settings: { altTexts: ['Moving'] } });
      const publishState = await ready(fixture, call, post);
      assertPublished(call, publishState, await publish.send(call, post, publishState));
      const { embed } = expectOk(await fixture.record(person.did, publishState))['value'];
      assert.deepEqual([embed.$type, embed.video.mimeType, embed.alt], ['app.bsky.embed.video', 'video/mp4', 'Moving']);
    },
  },
  {
    name: 'an expired or invalid token disconnects the account; sent posts are still found',
    run: async (fixture) => {
      const { call, account, person } = await begin(fixture, 'amy');
      const publishState = await ready(fixture, call, postOf('Before'));
      await publish.send(call, postOf('Before'), publishState);
      const forged = `${account.tokens?.accessToken.replace(/[^.]+$/, '') ?? ''}${'A'.repeat(43)}`;
      for (const accessToken of [expiredToken(fixture.pds, person.did), forged]) {
        const late = fixture.as(account, { accessToken });
        const next = await ready(fixture, call, postOf('After'));
        assertDisconnected(await publish.send(late, postOf('After'), next), 'tokenExpired');
        const id = `at://${person.did}/app.bsky.feed.post/${finalOf(publishState).key}`;
        assertDisconnected(await bluesky.unpublish?.(late, { id }), 'tokenExpired');
        const picture = postOf('', { media: [mediaOf('image/jpeg', jpegOf('late'))] });
        assertDisconnected(await publish.prepare(late, picture, undefined), 'tokenExpired');
        assert.equal((await settle(late, publishState)).kind, 'found');
        assert.deepEqual(await settle(late, next), { kind: 'absent' });
      }
    },
  },
  {
    name: 'an account that was taken down, deactivated or deleted is disconnected',
    run: async (fixture) => {
      const ends: [string, (person: Person) => Promise<void>][] = [
        ['ben', (person) => takeDown(fixture, person)],
        ['cat', (person) => deactivate(fixture, person)],
        ['dan', async ({ did }) => void expectOk(await fixture.command('com.atproto.admin.deleteAccount', { did }))],
      ];
      for (const [name, end] of ends) {
        const { call, person } = await begin(fixture, name);
        const publishState = await ready(fixture, call, postOf('Too late'));
        await end(person);
        assertDisconnected(await publish.send(call, postOf('Too late'), publishState), 'tokenDead');
        const id = `at://${person.did}/app.bsky.feed.post/${finalOf(publishState).key}`;
        assertDisconnected(await bluesky.unpublish?.(call, { id }), 'tokenDead');
        assert.notEqual((await settle(call, publishState)).kind, 'found');
      }
    },
  },
  {
    name: 'the list of posts needs the app view; without it, the list is requested again later',
    run: async (fixture) => {
      const { call } = await begin(fixture, 'eli');
      const recent = await bluesky.externalPosts?.list(call, { limit: 10 });
      assert.equal(recent?.kind, 'notDone', JSON.stringify(recent));
    },
  },
];

/** For a server without an app view. */
export const aloneChecks: Check[] = [
  {
    name: 'without the app view: an account is connected and publishes',
    run: async (fixture) => {
      const { call, account } = await begin(fixture, 'solo');
      assert.equal(account.displayName, 'solo.test');
      const publishState = await ready(fixture, call, postOf('Alone'));
      assertPublished(call, publishState, await publish.send(call, postOf('Alone'), publishState));
    },
  },
  {
    name: 'without the app view: the list of posts is refused',
    run: async (fixture) => {
      const { call } = await begin(fixture, 'sole');
      const recent = await bluesky.externalPosts?.list(call, { limit: 10 });
      assert.equal(recent?.kind, 'rejected', JSON.stringify(recent));
    },
  },
];

async function assertSettled(call: AccountCall, publishState: PublishState, outcome: Outcome): Promise<void> {
  assert.ok(outcome.kind === 'published' || outcome.kind === 'unknown', JSON.stringify(outcome));
  if (outcome.kind === 'unknown') assert.equal((await settle(call, publishState)).kind, 'found');
}

async function assertNotSent(
  call: AccountCall,
  publishState: PublishState,
  kind: Outcome['kind'] = 'rejected',
): Promise<void> {
  const outcome = await publish.send(call, postOf(''), publishState);
  assert.equal(outcome.kind, kind, JSON.stringify(outcome));
  assert.deepEqual(await settle(call, publishState), { kind: 'absent' });
}

function assertDisconnected(outcome: { kind: string; cause?: string } | undefined, cause: string): void {
  assert.deepEqual([outcome?.kind, outcome?.cause], ['disconnected', cause], JSON.stringify(outcome));
}

function lastResponse({ seen }: BlueskyFixture, operation: string): Record<string, any> {
  const reply = seen.findLast(({ request }) => request.endsWith(operation))?.reply;
  return reply?.kind === 'response' ? (reply.json as Record<string, any>) : {};
}

function cut(text: string, { byteStart, byteEnd }: { byteStart: number; byteEnd: number }): string {
  return Buffer.from(text).subarray(byteStart, byteEnd).toString();
}
