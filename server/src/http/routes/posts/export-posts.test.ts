import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRoundTrips } from '../../../../test/count-round-trips.ts';
import { exportCsv, exported, filled, type Line } from '../../../../test/data/exported.ts';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget, words } from '../../../../test/data/posts.ts';
import { makeQueue } from '../../../../test/data/queues.ts';
import type { Ctx } from '../../../domain/context.ts';
import { exportPosts } from '../../../domain/posts/export/export-posts.ts';

const t = await startTestApp({ sandbox: true });
const minuteMs = 60_000;
const soon = '2026-03-03T10:00:00Z';
const idsOf = (lines: readonly Line[]): string[] => lines.map(({ id }) => id ?? '');

async function one(user: Pick<TestUser, 'call'>, id: string): Promise<Line> {
  const line = (await exported(user.call)).find((line) => line['id'] === id);
  assert.ok(line, 'the post is not in the file');
  return line;
}

test('returns an uncached CSV attachment with CRLF and no byte order mark, even without posts', async () => {
  const user = await t.newUser();
  const { headers, text } = await user.call('GET', '/v1/posts/export.csv');
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(headers['content-disposition'], 'attachment; filename="posts.csv"');
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(
    text,
    /^post_content,platforms,profiles,schedule_time,tz,media_urls,is_draft,publish_now,use_queue,title,tags,hashtags,mentions,custom_content_[^\r\n]*,id,status,permalinks\r\n$/,
  );
  await makePost(user.call, { content: 'Hello' });
  const lines = (await exportCsv(user.call)).split('\r\n');
  assert.deepEqual([lines.length, lines[0], lines[2]], [3, text.trimEnd(), '']);
});

test('a row contains everything the columns can express about a post', async () => {
  const user = await t.newUser();
  const { _id: profile } = await defaultProfile(user.call);
  const [telegram, bluesky] = [await makeTarget(user.call), await makeTarget(user.call, 'bluesky')];
  const second = await makeTarget(user.call, 'telegram', 'second_channel');
  const settings = { parseMode: 'HTML', disableNotification: true, protectContent: false };
  const post = await makePost(user.call, {
    ...{
      isDraft: undefined,
      scheduledFor: soon,
      timezone: 'Europe/Berlin',
      content: 'One\r\n"two", three',
      title: 'T',
    },
    ...{ tags: ['a', 'b c'], hashtags: ['#one', 'two'], mentions: ['@ann', 'bob'], metadata: { mine: 1 } },
    platforms: [
      { ...telegram, settings },
      { ...bluesky, customContent: 'For the blue one' },
      { ...second, customContent: 'For channels', settings: { parseMode: 'markdownv2' } },
    ],
  });
  assert.deepEqual(filled(await one(user, post._id)), {
    ...{ post_content: 'One\r\n"two", three', platforms: 'telegram,bluesky', profiles: profile, title: 'T' },
    ...{ schedule_time: '2026-03-03 11:00:00', tz: 'Europe/Berlin' },
    ...{ tags: 'a,b c', hashtags: 'one,two', mentions: 'ann,bob' },
    ...{ custom_content_telegram: 'For channels', custom_content_bluesky: 'For the blue one' },
    ...{ telegram_parse_mode: 'HTML', telegram_disable_notification: 'true', telegram_protect_content: 'false' },
    ...{ id: post._id, status: 'scheduled' },
  });
});

test('exports the platform settings of a draft that have a column and omits the others', async () => {
  const user = await t.newUser();
  const [instagram, pinterest] = [await makeTarget(user.call, 'instagram'), await makeTarget(user.call, 'pinterest')];
  const [youtube, tiktok] = [await makeTarget(user.call, 'youtube'), await makeTarget(user.call, 'tiktok')];
  const { _id: id } = await makePost(user.call, {
    timezone: 'Europe/Berlin',
    platforms: [
      { ...instagram, settings: { postType: 'reel', collaborators: ['ann', '@bob'], shareToFeed: false } },
      { ...pinterest, settings: { coverImageKeyFrameTime: 1.5, title: { of: 'a draft' }, altText: 'Never' } },
      { ...youtube, customContent: 'Below the video', settings: { privacyStatus: 'unlisted', tags: ['x'] } },
      { ...tiktok, customContent: 'Dance', settings: { privacyLevel: 'selfOnly', allowDuet: false } },
    ],
  });
  const { post_content: text, profiles, ...line } = filled(await one(user, id));
  assert.ok(text !== undefined && profiles !== undefined);
  assert.deepEqual(line, {
    ...{ platforms: 'instagram,pinterest,youtube,tiktok', is_draft: 'true', id, status: 'draft' },
    ...{ instagram_content_type: 'reel', instagram_collaborators: 'ann,@bob' },
    ...{ pinterest_cover_image_key_frame_time: '1.5' },
    ...{ custom_content_youtube: 'Below the video', visibility: 'unlisted' },
    ...{ custom_content_tiktok: 'Dance', tiktok_privacy: 'selfOnly', tiktok_allow_duet: 'false' },
  });
});

test('no exported row would publish at once: queued posts export their time, others an empty cell', async () => {
  const user = await t.newUser();
  const { _id: profile } = await defaultProfile(user.call);
  const target = await makeTarget(user.call);
  await makeQueue(user.call);
  const timing = async (fields: object): Promise<(string | undefined)[]> => {
    const { _id: id } = await makePost(user.call, { platforms: [target], isDraft: undefined, ...fields });
    const line = await one(user, id);
    return ['schedule_time', 'tz', 'is_draft', 'publish_now', 'use_queue', 'status'].map((name) => line[name]);
  };
  assert.deepEqual(await timing({ queuedFromProfile: profile }), [
    ...['2026-03-05 09:00:00', 'UTC', '', '', '', 'scheduled'],
  ]);
  assert.deepEqual(await timing({ publishNow: true }), ['', 'UTC', '', '', '', 'queued']);
  assert.deepEqual(await timing({ isDraft: true, timezone: 'Europe/Berlin' }), ['', '', 'true', '', '', 'draft']);
});

test('exports permalinks of published targets, media URLs and all profiles of a post', async () => {
  const user = await t.newUser();
  const { _id: first } = await defaultProfile(user.call);
  const { _id: second } = await makeProfile(user.call);
  const telegram = await makeTarget(user.call);
  const account = await makeAccount(user.call, { platform: 'bluesky', profileId: second });
  const platforms = [telegram, { platform: 'bluesky', accountId: account._id }];
  const { _id: id } = await makePost(user.call, { platforms });
  await t.sql(
    `UPDATE post_targets SET status = 'published', platform_post_id = '1', platform_post_url = 'https://a.example/' || platform
      WHERE post_id = $1`,
    [id],
  );
  await t.sql("UPDATE post_targets SET status = 'failed' WHERE post_id = $1 AND platform = 'bluesky'", [id]);
  const media = [{ key: 'k1.jpg' }, { key: 'k2.png' }];
  await t.sql("UPDATE posts SET status = 'partially_failed', media = $2 WHERE id = $1", [id, JSON.stringify(media)]);
  const line = await one(user, id);
  assert.equal(line['permalinks'], 'https://a.example/telegram');
  assert.equal(line['media_urls'], 'http://127.0.0.1:4010/media/k1.jpg,http://127.0.0.1:4010/media/k2.png');
  assert.deepEqual(line['profiles']?.split(',').toSorted(), [first, second].toSorted());
  assert.equal(line['status'], 'partially_failed');
});

test('prefixes values that a spreadsheet would read as a formula with an apostrophe', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const { _id: id } = await makePost(user.call, {
    ...{ content: '=1+1', title: "'-x", mentions: ['+ann'], tags: ["'tis"] },
    platforms: [{ ...target, customContent: '@all' }],
  });
  const line = await one(user, id);
  assert.deepEqual(
    ['post_content', 'title', 'mentions', 'custom_content_telegram', 'tags'].map((name) => line[name]),
    ["'=1+1", "''-x", "'+ann", "'@all", "'tis"],
  );
});

test('supports the filters and sort orders of the list', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const telegram = await makeTarget(user.call);
  const elsewhere = await makeAccount(user.call, { platform: 'x', profileId: profile._id });
  const x = { platform: 'x', accountId: elsewhere._id };
  await makePost(user.call);
  for (const [day, platforms] of [
    ['09', [telegram]],
    ['05', [telegram, x]],
    ['07', [x]],
  ] as const) {
    await t.advance(minuteMs);
    const scheduledFor = `2026-03-${day}T10:00:00Z`;
    await makePost(user.call, { isDraft: undefined, scheduledFor, platforms });
  }
  const queries = [
    ...['', 'sortBy=scheduledFor', 'status=draft', 'status=scheduled', 'platform=twitter', `profileId=${profile._id}`],
    ...[`accountId=${telegram.accountId}&sortBy=scheduledFor`, 'dateFrom=2026-03-06', 'dateTo=2026-03-06'],
    ...['status=failed', 'page=2&limit=1'],
  ];
  const seen = new Set<string>();
  for (const query of queries) {
    const { body } = await user.call('GET', `/v1/posts?${query.replace('page=2&limit=1', '')}`);
    const listed = body.posts.map(({ _id }: { _id: string }) => _id);
    assert.deepEqual(idsOf(await exported(user.call, `?${query}`)), listed, query);
    seen.add(listed.join());
  }
  assert.equal(seen.size, 9, 'the filters differ');
});

test('a limited key exports what the list shows it, and never posts of another user', async () => {
  const user = await t.newUser();
  const [first, second] = [await makeProfile(user.call), await makeProfile(user.call)];
  const a = await makeAccount(user.call, { platform: 'telegram', profileId: first._id });
  const b = await makeAccount(user.call, { platform: 'bluesky', profileId: second._id });
  const [inFirst, inSecond] = [
    { platform: 'telegram', accountId: a._id },
    { platform: 'bluesky', accountId: b._id },
  ];
  const fields = { scope: 'profiles', profileIds: [first._id], permission: 'read' };
  const reader = t.as((await makeKey(user.call, fields)).key);
  const seen = await makePost(user.call, { platforms: [inFirst] });
  await makePost(user.call, { platforms: [inFirst, inSecond] });
  await makePost(user.call);
  assert.deepEqual(idsOf(await exported(reader)), [seen._id]);
  assert.equal((await exported(user.call)).length, 3);
  assert.deepEqual(await exported((await t.newUser()).call), []);
});

/** Copies are microseconds apart. */
async function multiply({ ownerId }: TestUser, count: number): Promise<void> {
  const id = "'pst_' || substr(md5($1 || n::text), 1, 24)";
  await t.sql(
    `INSERT INTO posts SELECT (json_populate_record(p, json_build_object('id', ${id},
            'created_at', p.created_at + n / 7 * interval '10 microseconds',
            'scheduled_for', p.scheduled_for - n / 3 * interval '7 microseconds'))).*
       FROM posts p, generate_series(1, $2::int) n WHERE p.owner_id = $1`,
    [ownerId, count - 1],
  );
  await t.sql(
    `INSERT INTO post_targets SELECT (json_populate_record(t, json_build_object('post_id', ${id}))).*
       FROM post_targets t, generate_series(1, $2::int) n WHERE t.owner_id = $1`,
    [ownerId, count - 1],
  );
}

async function userWithMany(count: number, content = words()): Promise<TestUser> {
  const user = await t.newUser();
  const platforms = [await makeTarget(user.call, 'telegram', `many_${count}`)];
  await makePost(user.call, { isDraft: undefined, scheduledFor: soon, platforms, content });
  await multiply(user, count);
  return user;
}

test('exports more posts than a list page holds, each once and in order, even with equal timestamps', async () => {
  const user = await userWithMany(1100);
  for (const [query, column] of [
    ['', 'created_at'],
    ['?sortBy=scheduledFor', 'scheduled_for'],
  ] as const) {
    const lines = await exported(user.call, query);
    const rows = await t.sql<{ id: string }>(
      `SELECT id FROM posts WHERE owner_id = $1 ORDER BY ${column} DESC, id DESC`,
      [user.ownerId],
    );
    assert.equal(lines.length, 1100);
    assert.deepEqual(idsOf(lines), idsOf(rows));
    assert.ok(lines.every((line) => line['platforms'] === 'telegram'));
  }
});

test('posts created during the export do not appear in it, and an aborted read stops the queries', async () => {
  const user = await userWithMany(350, 'x'.repeat(2000));
  let statements = 0;
  const count = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = Promise.withResolvers<Result>();
    statements += await countRoundTrips(() => run().then(result.resolve, result.reject));
    return await result.promise;
  };
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const file = await count(() => exportPosts(ctx, { sortBy: 'createdAt' }));
  assert.equal(statements, 2, 'the first posts are there before the file begins');
  const before = (await t.sql<{ id: string }>('SELECT id FROM posts WHERE owner_id = $1', [user.ownerId])).map(
    ({ id }) => id,
  );
  let text = '';
  const decoder = new TextDecoder();
  for (;;) {
    const piece = await count(() => file.next());
    if (piece.done === true) break;
    text += decoder.decode(piece.value, { stream: true });
    await t.advance(minuteMs);
    await makePost(user.call);
  }
  const ids = text.match(/pst_\w+/g) ?? [];
  assert.equal(ids.length, 350);
  assert.deepEqual(ids.toSorted(), before.toSorted());
  assert.equal(statements, 8);

  statements = 0;
  const left = await count(() => exportPosts(ctx, { sortBy: 'createdAt' }));
  await count(() => left.next());
  await left.return(undefined);
  assert.equal(statements, 2);
});

async function readAll(file: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of file) assert.ok(piece.length > 0);
}

test('rejects invalid and foreign filters like the list', async () => {
  const user = await t.newUser();
  const other = await t.newUser();
  const { accountId } = await makeTarget(other.call);
  const foreign = await makeProfile(other.call);
  const own = await makeProfile(user.call);
  const get = (query: string, call = user.call) => call('GET', `/v1/posts/export.csv?${query}`);
  for (const query of [
    'status=lost',
    'sortBy=title',
    'platform=x1',
    'dateFrom=soon',
    'status=',
    'status=draft&status=draft',
  ]) {
    assertError(await get(query), 400, { code: 'validation' });
  }
  assertError(await get('dateFrom=2026-03-02&dateTo=2026-03-01'), 400, { code: 'validation', param: 'dateFrom' });
  assertError(await get(`accountId=${accountId}`), 404, { code: 'accountNotFound' });
  assertError(await get(`profileId=${foreign._id}`), 404, { error: 'Not found' });
  const limited = t.as((await makeKey(user.call, { scope: 'profiles', profileIds: [own._id] })).key);
  const { _id: standard } = await defaultProfile(user.call);
  assertError(await get(`profileId=${standard}`, limited), 403, { code: 'forbidden' });
  assertError(await t.call('GET', '/v1/posts/export.csv'), 401, { error: 'Unauthorized' });
  assertError(await user.call('DELETE', '/v1/posts/export.csv'), 404, { code: 'postNotFound' });
});

test('returns 500 for a failure before the first row; a later one aborts the response and is logged', async () => {
  const user = await userWithMany(250);
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  const file = await exportPosts({ ...t.app.systemCtx, caller }, { sortBy: 'createdAt' });
  await t.sql('ALTER TABLE posts RENAME TO elsewhere');
  try {
    await assert.rejects(readAll(file), /does not exist/);
    assert.match(t.log.at(-1) ?? '', /export posts/);
    assertError(await user.call('GET', '/v1/posts/export.csv'), 500, { error: 'Failed to export posts' });
  } finally {
    await t.sql('ALTER TABLE elsewhere RENAME TO posts');
  }
  assert.equal((await exported(user.call)).length, 250);
});
