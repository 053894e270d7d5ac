import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jpegOf, mp4Of } from '../../../../test/conformance/media-files.ts';
import { sendCsv } from '../../../../test/data/csv.ts';
import { exportCsv, linesOf } from '../../../../test/data/exported.ts';
import { makeAccount, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, readPost, words, type TestPost } from '../../../../test/data/posts.ts';
import { sayable, type Sayable } from '../../../../test/data/sayable.ts';

const t = await startTestApp({ sandbox: true });

type Person = TestUser & { profile: string; accounts: Map<string, string[]> };

/** Both users have the same: two accounts on some platforms, one on the others. */
const both = ['adabakes', 'beabakes'];
const names: Record<string, string[]> = {
  ...{ telegram: both, linkedin: both, tiktok: both, bluesky: both.slice(1), facebook: both.slice(1) },
  ...{ threads: both.slice(1), x: both.slice(1), instagram: both.slice(1), pinterest: both, youtube: both.slice(1) },
};

async function newPerson(): Promise<Person> {
  const user = await t.newUser();
  const { _id: profile } = await makeProfile(user.call, { name: 'Bakery' });
  const accounts = new Map<string, string[]>();
  for (const [platform, all] of Object.entries(names)) {
    const accountIds: string[] = [];
    for (const account of all) {
      accountIds.push((await makeAccount(user.call, { platform, account, profileId: profile }))._id);
    }
    accounts.set(platform, accountIds);
  }
  return { ...user, profile, accounts };
}

const ann = await newPerson();
const bob = await newPerson();
const files: Record<Sayable['files'], string[]> = {
  none: [],
  images: [await upload(jpegOf('one'), 'image/jpeg'), await upload(jpegOf('two'), 'image/jpeg')],
  video: [await upload(mp4Of('film'), 'video/mp4')],
};

async function upload(payload: Buffer, contentType: string): Promise<string> {
  const { body } = await ann.call('POST', '/v1/media/presign', { body: { filename: 'a.bin', contentType } });
  const { pathname } = new URL(body.uploadUrl);
  const response = await t.call('PUT', pathname, { payload, headers: { 'content-type': contentType } });
  assert.equal(response.status, 200, response.text);
  return body.publicUrl;
}

async function publish({ timing, files: kind, platforms, ...content }: Sayable): Promise<TestPost> {
  const mark = words();
  const isSingle = platforms.some(({ platform }) => platform === 'instagram');
  return makePost(ann.call, {
    ...{ ...content, ...timing, isDraft: 'isDraft' in timing ? true : undefined },
    content: `${content.content} ${mark}`,
    mediaItems: files[kind].slice(0, isSingle ? 1 : 2).map((url) => ({ url })),
    platforms: platforms.flatMap(({ platform, customContent, ...own }) =>
      (ann.accounts.get(platform) ?? []).map((accountId) => ({
        ...{ platform, accountId, ...own },
        ...(customContent === undefined ? {} : { customContent: `${customContent} ${mark}` }),
      })),
    ),
  });
}

async function gist({ call }: TestUser, id: string): Promise<object> {
  const post = await readPost(call, id);
  const { content, title, status, scheduledFor, tags, hashtags, mentions, mediaItems, platforms } = post;
  const etags: unknown[] = [];
  for (const { url } of mediaItems) etags.push((await t.call('GET', new URL(url).pathname)).headers['etag']);
  const targets = platforms
    .map(({ platform, accountId, customContent = null, settings = {} }) => {
      return { platform, account: accountId.username, customContent, settings: Object.entries(settings).toSorted() };
    })
    .toSorted((a, b) => `${a.platform} ${a.account}`.localeCompare(`${b.platform} ${b.account}`));
  const timezone = status === 'draft' ? null : post['timezone'];
  return { content, title, status, scheduledFor, timezone, tags, hashtags, mentions, etags, targets };
}

test('posts that the columns can express survive an export and import unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sayable, { minLength: 3, maxLength: 6 }), async (drafts) => {
      await t.sql('DELETE FROM posts WHERE owner_id = ANY($1)', [[ann.ownerId, bob.ownerId]]);
      const createdPosts: TestPost[] = [];
      for (const one of drafts) createdPosts.push(await publish(one));
      const file = await exportCsv(ann.call);
      const lines = await linesOf(file);
      assert.deepEqual(lines.map(({ id }) => id).toSorted(), createdPosts.map(({ _id }) => _id).toSorted());

      const { status, body, text } = await sendCsv(bob.call, file.replaceAll(ann.profile, bob.profile));
      assert.deepEqual([status, body.valid, body.total], [200, drafts.length, drafts.length], text);
      assert.deepEqual(body.warnings, []);
      for (const [at, { id = '' }] of lines.entries()) {
        assert.deepEqual(await gist(bob, body.results[at].createdPostId), await gist(ann, id));
      }

      const again = await sendCsv(ann.call, file, { query: '?dryRun=true' });
      for (const [at, line] of lines.entries()) {
        const { ok, errors = [] } = again.body.results[at];
        assert.equal(ok, line['status'] === 'draft', again.text);
        if (!ok)
          assert.match(errors[0], /^post_content .*within 24 hours\. Set allowDuplicate=true to create it anyway\.$/s);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('importing rejects exported posts that the columns cannot express, and publishes none at once', async () => {
  const user = await t.newUser();
  const [telegram, other] = [await makeAccount(user.call), await makeProfile(user.call, { name: 'Elsewhere' })];
  const bluesky = await makeAccount(user.call, { platform: 'bluesky', profileId: other._id });
  const here = { platform: 'telegram', accountId: telegram._id };
  const there = { platform: 'bluesky', accountId: bluesky._id };
  const cases: [fields: Record<string, unknown>, fault: RegExp][] = [
    [{ platforms: [here, there] }, /^profiles .* must name exactly one profile$/],
    [{ platforms: [] }, /^platforms is required$/],
    [{ platforms: [here], content: '' }, /^post_content is required$/],
    [{ platforms: [here], isDraft: undefined, publishNow: true }, /^schedule_time is required unless/],
    [
      { platforms: [here], isDraft: undefined, scheduledFor: '2026-03-02T12:00:00Z' },
      /^schedule_time "2026-03-02 12:00:00" must be at least 60 seconds in the future$/,
    ],
  ];
  const faults = new Map<string, RegExp>();
  for (const [fields, fault] of cases) faults.set((await makePost(user.call, fields))._id, fault);
  await t.advance(4 * 3_600_000);
  const file = await exportCsv(user.call);
  const { body } = await sendCsv(user.call, file, { query: '?allowDuplicate=true' });
  assert.deepEqual([body.total, body.valid], [cases.length, 0]);
  for (const [at, { id = '' }] of (await linesOf(file)).entries()) {
    const { errors } = body.results[at];
    assert.ok(
      errors.some((error: string) => faults.get(id)?.test(error)),
      errors.join(),
    );
  }
});
