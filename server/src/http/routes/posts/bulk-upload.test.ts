import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, sendCsv } from '../../../../test/data/csv.ts';
import { pngOf } from '../../../../test/conformance/media-files.ts';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, readPost, words } from '../../../../test/data/posts.ts';
import { makeQueue } from '../../../../test/data/queues.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp({ sandbox: true });
const soon = '2026-03-02 12:00';

type Scene = { user: TestUser; profile: string; accountId: string };

async function scene(): Promise<Scene & { row(more?: object): Record<string, string> }> {
  const user = await t.newUser();
  const { _id: profile } = await defaultProfile(user.call);
  const { _id: accountId } = await makeAccount(user.call, { platform: 'telegram' });
  const row = (more: object = {}): Record<string, string> => ({
    ...{ post_content: words(), platforms: 'telegram', profiles: profile, schedule_time: soon },
    ...more,
  });
  return { user, profile, accountId, row };
}

const posts = async ({ call }: TestUser): Promise<any[]> => (await call('GET', '/v1/posts?limit=100')).body.posts;
const errorsOf = (body: any): string[][] => body.results.map((one: any) => one.errors ?? []);

test('creates a post for each row, in the order of the file', async () => {
  const { user, row, accountId } = await scene();
  await makeQueue(user.call);
  const file = csvOf(
    row({
      post_content: 'At a time',
      tz: 'Europe/Berlin',
      title: 'T',
      tags: 'a, b',
      hashtags: '#one,two',
      mentions: '@ann',
    }),
    row({ post_content: 'With an offset', schedule_time: '2026-03-02T12:00:00+01:00' }),
    row({ post_content: 'Draft', schedule_time: '', is_draft: 'YES' }),
    row({ post_content: 'Now', schedule_time: '', publish_now: '1' }),
    row({ post_content: 'Queued', schedule_time: '', use_queue: 'true' }),
    row({ post_content: 'Queued too', schedule_time: '', use_queue: 'true' }),
  );
  const { status, body } = await sendCsv(user.call, file);
  assert.equal(status, 200);
  assert.deepEqual([body.total, body.valid, body.invalid, body.warnings], [6, 6, 0, []]);
  const createdPosts = await Promise.all(body.results.map((one: any) => readPost(user.call, one.createdPostId)));
  assert.deepEqual(
    createdPosts.map((post: any) => [post.content, post.status, post.scheduledFor]),
    [
      ['At a time', 'scheduled', '2026-03-02T11:00:00.000Z'],
      ['With an offset', 'scheduled', '2026-03-02T11:00:00.000Z'],
      ['Draft', 'draft', null],
      ['Now', 'queued', null],
      ['Queued', 'scheduled', '2026-03-05T09:00:00.000Z'],
      ['Queued too', 'scheduled', '2026-03-09T09:00:00.000Z'],
    ],
  );
  const [first] = createdPosts;
  assert.deepEqual([first.title, first.timezone, first.tags], ['T', 'Europe/Berlin', ['a', 'b']]);
  assert.deepEqual([first.hashtags, first.mentions], [['one', 'two'], ['ann']]);
  assert.equal(first.platforms[0].accountId._id, accountId);
  const ids = body.results.map((one: any) => one.createdPostId);
  // The clock stands still and the last two posts are created separately, so their IDs have no order.
  const listed = (await posts(user)).map(({ _id }) => _id).filter((id) => !ids.slice(4).includes(id));
  assert.deepEqual(listed.toReversed(), ids.slice(0, 4));
});

test('accepts a form upload with a byte order mark and columns in any order and case', async () => {
  const { user, profile } = await scene();
  const csv = `\uFEFF Profiles ,SCHEDULE_TIME,Platforms,post_content\r\n\r\n${profile},${soon},Telegram,"Hello, ""you"""\r\n`;
  const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv}\r\n--b--\r\n`;
  const { status, body, text } = await sendCsv(user.call, form, { contentType: 'multipart/form-data; boundary=b' });
  assert.equal(status, 200, text);
  assert.deepEqual([body.total, body.valid], [1, 1]);
  assert.equal((await posts(user))[0]?.content, 'Hello, "you"');
});

test('returns 207 for a mix of valid and invalid rows, with errors that name column and value', async () => {
  const { user, row, profile } = await scene();
  await makeProfile(user.call, { name: 'Twin' });
  await makeProfile(user.call, { name: 'twin' });
  const cases: [Record<string, string>, RegExp][] = [
    [row({ post_content: '  ' }), /^post_content is required$/],
    [row({ platforms: '' }), /^platforms is required$/],
    [row({ platforms: 'telegram,myspace' }), /^platforms "telegram,myspace" contains myspace, but must be a list of /],
    [row({ platforms: 'twitter' }), /^platforms "twitter" contains x, but this profile has no connected x account/],
    [row({ profiles: '' }), /^profiles is required$/],
    [row({ profiles: 'Nobody' }), /^profiles "Nobody" does not match any profile$/],
    [row({ profiles: 'TWIN' }), /^profiles "TWIN" is the name of several profiles: use the profile ID$/],
    [row({ profiles: `${profile},other` }), /must name exactly one profile/],
    [row({ schedule_time: '' }), /^schedule_time is required unless/],
    [row({ schedule_time: 'tomorrow' }), /^schedule_time "tomorrow" must be a local time/],
    [row({ schedule_time: '2026-03-05T09:00:00' }), /must be a local time/],
    [row({ schedule_time: '2026-02-30 09:00' }), /^schedule_time "2026-02-30 09:00" must be a time/],
    [
      row({ schedule_time: '2026-03-01 09:00' }),
      /^schedule_time "2026-03-01 09:00" must be at least 60 seconds in the future/,
    ],
    [row({ tz: 'Mars/Base' }), /^tz "Mars\/Base" must be an IANA time zone/],
    [row({ is_draft: 'maybe' }), /^is_draft "maybe" must be true or false$/],
    [row({ is_draft: '1', use_queue: 'yes' }), /^use_queue "yes" cannot be combined with is_draft/],
    [row({ schedule_time: '', use_queue: '1' }), /^use_queue "1": The queue does not exist in this profile$/],
    [
      row({ media_urls: 'ftp://a/b' }),
      /^media_urls "ftp:\/\/a\/b" contains ftp:\/\/a\/b, which is not an http or https URL$/,
    ],
    [
      row({ media_urls: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`).join() }),
      /^media_urls "https.*…" must not have more than 10 items$/,
    ],
    [row({ title: 'x'.repeat(256) }), /^title "x{60}…" must not have more than 255 characters$/],
    [row({ hashtags: '#' }), /^hashtags "#" must have text after its # or @$/],
    [row({ post_content: 'a\0b' }), /^post_content .* must not contain U\+0000/],
    [row({ post_content: 'x'.repeat(4097) }), /^post_content "x{60}…" is not valid for telegram: /],
    [
      row({ custom_content_telegram: 'y'.repeat(4097) }),
      /^custom_content_telegram "y{60}…" is not valid for telegram: /,
    ],
    [row({ telegram_parse_mode: 'bbcode' }), /^telegram_parse_mode "bbcode" is not valid for telegram: /],
    [row({ telegram_protect_content: 'si' }), /^telegram_protect_content "si" must be true or false$/],
  ];
  const { status, body } = await sendCsv(user.call, csvOf(row(), ...cases.map(([one]) => one)));
  assert.equal(status, 207);
  assert.deepEqual([body.total, body.valid, body.invalid], [cases.length + 1, 1, cases.length]);
  for (const [at, [, expected]] of cases.entries()) {
    const { ok, errors, rowIndex, createdPostId } = body.results[at + 1];
    assert.deepEqual([ok, rowIndex, createdPostId], [false, at + 2, undefined]);
    assert.match(errors.join('\n'), expected, `row ${rowIndex}`);
  }
  assert.equal((await posts(user)).length, 1);
  const { status: all } = await sendCsv(user.call, csvOf(...cases.map(([one]) => one)));
  assert.equal(all, 200, 'all rows wrong is no mix');
});

test('ignores columns without meaning for a row and reports a warning for each', async () => {
  const { user, row } = await scene();
  const { body } = await sendCsv(
    user.call,
    csvOf(
      row({ colour: 'red', youtube_title: 'T', custom_content_x: 'Short' }),
      row({ schedule_time: soon, tz: 'UTC', is_draft: 'true' }),
    ),
  );
  assert.equal(body.valid, 2);
  assert.deepEqual(body.warnings, [
    'column colour is not known and was ignored',
    'row 1: custom_content_x "Short" is ignored: x is not among the platforms',
    'row 1: youtube_title "T" is ignored: youtube is not among the platforms',
    `row 2: schedule_time "${soon}" is ignored because is_draft is set`,
    'row 2: tz "UTC" is ignored because is_draft is set',
  ]);
});

test('applies platform columns for content and settings to every account of the profile', async () => {
  const { user, profile } = await scene();
  for (const account of ['ann', 'bob'])
    await makeAccount(user.call, { platform: 'bluesky', account }).catch(() => undefined);
  const other = await makeProfile(user.call, { name: 'Other' });
  const file = csvOf({
    ...{ post_content: 'All', platforms: 'bluesky,telegram,telegram', profiles: 'default', schedule_time: soon },
    custom_content_bluesky: 'For bluesky',
    telegram_parse_mode: 'MARKDOWN_V2',
    telegram_disable_web_page_preview: 'yes',
    telegram_disable_notification: '0',
  });
  const { body: profiles } = await user.call('GET', '/v1/profiles');
  const { name } = profiles.profiles.find((one: any) => one._id === profile);
  const { body, text } = await sendCsv(user.call, file.replace('"default"', `"${name.toUpperCase()}"`));
  assert.deepEqual(errorsOf(body), [[]], text);
  const [post] = await posts(user);
  const accounts = (await user.call('GET', `/v1/accounts?profileId=${profile}`)).body.accounts;
  assert.equal(post.platforms.length, accounts.length);
  for (const target of post.platforms) {
    if (target.platform === 'bluesky') assert.equal(target.customContent, 'For bluesky');
    else
      assert.deepEqual(target.settings, {
        parseMode: 'MARKDOWN_V2',
        disableLinkPreview: true,
        disableNotification: false,
      });
  }
  const elsewhere = csvOf({ post_content: 'x', platforms: 'telegram', profiles: other._id, schedule_time: soon });
  assert.match(errorsOf((await sendCsv(user.call, elsewhere)).body)[0]?.[0] ?? '', /has no connected/);
});

test('rejects a pin with both covers, even as a draft, and prefers youtube_description', async () => {
  const { user, profile } = await scene();
  for (const platform of ['pinterest', 'youtube']) await makeAccount(user.call, { platform });
  const common = { post_content: words(), profiles: profile, is_draft: 'true' };
  const { body } = await sendCsv(
    user.call,
    csvOf(
      {
        ...common,
        platforms: 'pinterest',
        pinterest_cover_image_url: 'https://a.example/b.jpg',
        pinterest_cover_image_key_frame_time: '2.5',
      },
      { ...common, platforms: 'pinterest', pinterest_cover_image_key_frame_time: 'two' },
      {
        ...common,
        platforms: 'youtube',
        youtube_description: 'Long',
        custom_content_youtube: 'Short',
        visibility: 'UNLISTED',
      },
    ),
  );
  const [both, two, video] = errorsOf(body);
  assert.match(
    both?.[0] ?? '',
    /^pinterest_cover_image_key_frame_time "2.5" is not valid for pinterest: coverImageUrl cannot be combined/,
  );
  assert.match(two?.[0] ?? '', /^pinterest_cover_image_key_frame_time "two" must be a number$/);
  assert.deepEqual(video, []);
  assert.deepEqual(body.warnings, [
    'row 3: custom_content_youtube "Short" is ignored: youtube_description is also present',
  ]);
  const post = await readPost(user.call, body.results[2].createdPostId);
  assert.deepEqual(
    [post.platforms[0].customContent, post.platforms[0].settings],
    ['Long', { privacyStatus: 'UNLISTED' }],
  );
});

test('fetches each file once for all rows, and a failed fetch fails only the rows that use it', async () => {
  const { user, row } = await scene();
  const site = await startSink();
  const png = pngOf('once');
  const paths: string[] = [];
  site.respondWith = ({ path }, response) => {
    paths.push(path);
    if (path === '/a.png') response.writeHead(200).end(png);
    else response.writeHead(404).end();
  };
  const at = (path: string): string => new URL(path, site.url).href;
  const file = csvOf(
    row({ media_urls: at('/a.png') }),
    row({ media_urls: `${at('/a.png')},${at('/gone.png')}` }),
    row(),
    row({ media_urls: at('/a.png') }),
  );
  const tried = await sendCsv(user.call, file, { query: '?dryRun=true' });
  assert.deepEqual(paths, [], 'a dry run fetches nothing');
  assert.equal(tried.body.valid, 4);
  assert.match(tried.body.warnings[0], /^row 1: media_urls .*: The file is hosted elsewhere/);
  const { status, body } = await sendCsv(user.call, file);
  assert.equal(status, 207);
  assert.deepEqual(paths.toSorted(), ['/a.png', '/gone.png']);
  assert.deepEqual(
    body.results.map((one: any) => one.ok),
    [true, false, true, true],
  );
  assert.match(body.results[1].errors[0], /^media_urls .*\/gone\.png: The URL returned status 404/);
  const media = (await posts(user)).map(({ mediaItems }) => mediaItems.length);
  assert.deepEqual(media, [1, 0, 1]);
});

test('does not reject a row by the file extension of its media', async () => {
  const { user, profile } = await scene();
  await makeAccount(user.call, { platform: 'linkedin' });
  const site = await startSink();
  const png = pngOf('named as a film');
  site.respondWith = (_, response) => void response.writeHead(200).end(png);
  const at = (path: string): string => new URL(path, site.url).href;
  const row = { post_content: words(), platforms: 'linkedin', profiles: profile, schedule_time: soon };
  const file = csvOf({ ...row, media_urls: `${at('/a.mp4')},${at('/b.mp4')}` });
  for (const query of ['?dryRun=true', ''])
    assert.deepEqual(errorsOf((await sendCsv(user.call, file, { query })).body), [[]]);
});

test('a dry run writes nothing and reports what would be created', async () => {
  const { user, row } = await scene();
  const { status, body } = await sendCsv(user.call, csvOf(row(), row({ platforms: 'x' })), { query: '?dryRun=true' });
  assert.equal(status, 207);
  assert.deepEqual(
    body.results.map((one: any) => [one.ok, 'createdPostId' in one]),
    [
      [true, false],
      [false, false],
    ],
  );
  assert.deepEqual(await posts(user), []);
});

test('the same x-request-id creates no row twice, and a dry run reports the rows already created', async () => {
  const { user, row } = await scene();
  const [one, two, three] = [row(), row(), row()];
  const wrong = row({ platforms: 'x' });
  const first = await sendCsv(user.call, csvOf(one, wrong, two), { requestId: 'monday' });
  assert.deepEqual(
    first.body.results.map((result: any) => result.ok),
    [true, false, true],
  );
  const again = await sendCsv(user.call, csvOf(one, three, two), { requestId: 'monday' });
  assert.equal(again.status, 200);
  assert.deepEqual(
    [0, 2].map((at) => again.body.results[at].createdPostId),
    [0, 2].map((at) => first.body.results[at].createdPostId),
  );
  assert.equal((await posts(user)).length, 3);
  const dry = await sendCsv(user.call, csvOf(one, three, two, row()), { requestId: 'monday', query: '?dryRun=true' });
  assert.deepEqual(
    dry.body.results.map((result: any) => 'createdPostId' in result),
    [true, true, true, false],
  );
  // A client's request ID never matches one that Herald derived for a row.
  const own = await user.call('POST', '/v1/posts', {
    body: { isDraft: true },
    headers: { 'x-request-id': 'bulk-api:monday:1' },
  });
  assert.equal(own.status, 201);
  await user.call('DELETE', `/v1/posts/${again.body.results[1].createdPostId}`);
  const response = await sendCsv(user.call, csvOf(one, three, two), { requestId: 'monday' });
  assert.match(response.body.results[1].errors[0], /deleted or that this key may not see/);
  const key = 'x'.repeat(201);
  assertError(await sendCsv(user.call, csvOf(one), { requestId: key }), 400, { param: 'x-request-id' });
});

test('rejects duplicates within the file and of existing posts, unless allowDuplicate is set', async () => {
  const { user, row, accountId } = await scene();
  const known = await makePost(user.call, {
    isDraft: undefined,
    scheduledFor: '2026-03-02T13:00:00Z',
    platforms: [{ platform: 'telegram', accountId }],
  });
  const file = csvOf(
    row({ post_content: 'Same' }),
    row({ post_content: ' same'.replace('s', 'S') }),
    row({ post_content: known['content'] }),
    row({ post_content: 'Same', schedule_time: '2026-03-04 12:00' }),
  );
  for (const query of ['?dryRun=true', '']) {
    const { body } = await sendCsv(user.call, file, { query });
    assert.deepEqual(
      body.results.map((one: any) => one.ok),
      [true, false, false, true],
      query,
    );
    assert.match(body.results[1].errors[0], /^post_content "Same": row 1 has the same content/);
    assert.match(body.results[2].errors[0], /: The same content is already scheduled or published/);
  }
  const { body } = await sendCsv(user.call, file, { query: '?allowDuplicate=true' });
  assert.equal(body.valid, 4);
});

test('a limited key sees only its own profiles and creates posts there', async () => {
  const { user, row } = await scene();
  const other = await makeProfile(user.call, { name: 'Other' });
  await makeAccount(user.call, { platform: 'bluesky', profileId: other._id });
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [other._id] });
  const there = row({ platforms: 'bluesky', profiles: 'other' });
  const { body } = await sendCsv(t.as(key), csvOf(row(), there));
  assert.match(errorsOf(body)[0]?.[0] ?? '', /does not match any profile/);
  assert.equal(body.results[1].ok, true);
  const reader = await makeKey(user.call, { permission: 'read' });
  assertError(await sendCsv(t.as(reader.key), csvOf(there)), 403, {});
});

test('returns 400 for faults of the whole file and creates nothing', async () => {
  const { user, row } = await scene();
  const good = csvOf(row());
  const header = 'post_content,platforms,profiles,schedule_time';
  const cases: [string, string | Buffer, RegExp][] = [
    ['nothing', '', /is empty/],
    ['no rows', header, /no rows/],
    ['no column', good.replace('profiles', 'profile'), /column profiles is missing/],
    ['twice', `${header},Platforms\na,b,c,d,e`, /column platforms twice/],
    [
      'twice by its other name',
      `${header},custom_content_x,custom_content_twitter\n,,,,,`,
      /column custom_content_x twice/,
    ],
    ['not UTF-8', Buffer.from(`\uFEFF${good}`, 'utf16le'), /is not UTF-8/],
    ['two bytes each', Buffer.from(good.replaceAll('"', ''), 'utf16le'), /is not UTF-8/],
    ['two bytes each, with quotes', Buffer.from(good, 'utf16le'), /header cannot be read/],
    [
      'many columns',
      `${header},${Array.from({ length: 97 }, (_, n) => `c${n}`).join()}\n`,
      /101 columns, but at most 100/,
    ],
    ['many rows', `${header}\n${'a,b,c,d\n'.repeat(501)}`, /more than 500 rows/],
    ['large cell', `${header}\n"${'é'.repeat(131_073)}",b,c,d`, /larger than 256 KiB/],
    ['large file', `${header}\n${`${'a'.repeat(200_000)},b,c,d\n`.repeat(11)}`, /larger than 2 MiB/],
    [
      'many files',
      csvOf(
        ...Array.from({ length: 6 }, (_, n) =>
          row({ media_urls: Array.from({ length: 9 }, (_, m) => `https://a.example/${n}-${m}`).join() }),
        ),
      ),
      /54 media URLs, but at most 50/,
    ],
  ];
  for (const [name, file, expected] of cases) {
    const response = await sendCsv(user.call, file);
    assertError(response, 400, { code: 'validation', param: 'file' });
    assert.match(response.body.error, expected, name);
  }
  assertError(await sendCsv(user.call, good, { contentType: 'application/json' }), 400, { param: 'file' });
  assertError(await sendCsv(user.call, good, { query: '?dryRun=maybe' }), 400, { param: 'dryRun' });
  assert.deepEqual(await posts(user), []);
});

test('reports unreadable rows and creates the valid rows before them', async () => {
  const { user, row, profile } = await scene();
  const rows = [
    'Short,telegram',
    `Long,telegram,${profile},${soon},more`,
    `Good,telegram,${profile},${soon}`,
    `"Bad" quote,telegram,${profile},${soon}`,
    `Unread,telegram,${profile},${soon}`,
  ];
  const { status, body } = await sendCsv(user.call, [csvOf(row()).split('\n')[0], ...rows].join('\n'));
  assert.equal(status, 207);
  assert.deepEqual(
    body.results.map((one: any) => one.ok),
    [false, false, true, false],
  );
  assert.match(body.results[0].errors[0], /has 2 cells, but the header has 4/);
  assert.match(body.results[1].errors[0], /has 5 cells/);
  assert.match(
    body.results[3].errors[0],
    /The row has a misplaced or unclosed quote near line 5: the rest of the file was not read/,
  );
});

test('removes one leading apostrophe in front of a formula character', async () => {
  const { user, row } = await scene();
  const contents = ["'=1+1", "''@ann", "'tis", '-dash', "'"];
  const { body } = await sendCsv(user.call, csvOf(...contents.map((content) => row({ post_content: content }))));
  const createdPosts = await Promise.all(body.results.map((one: any) => readPost(user.call, one.createdPostId)));
  assert.deepEqual(
    createdPosts.map(({ content }: any) => content),
    ['=1+1', "'@ann", "'tis", '-dash', "'"],
  );
});

test('returns 402 and creates nothing above the allowance, which a dry run does not check', async () => {
  const user = await t.newUser('free');
  const { _id: profile } = await defaultProfile(user.call);
  await makeAccount(user.call, { platform: 'telegram' });
  const rows = (count: number, more: object = {}) =>
    Array.from({ length: count }, () => ({
      post_content: words(),
      platforms: 'telegram',
      profiles: profile,
      schedule_time: soon,
      ...more,
    }));
  const over = csvOf(...rows(21), ...rows(3, { schedule_time: '', is_draft: 'true' }));
  assert.equal((await sendCsv(user.call, over, { query: '?dryRun=true' })).body.valid, 24);
  const refused = await sendCsv(user.call, over);
  assertError(refused, 402, { code: 'paymentRequired', reason: 'freePostLimitExceeded' });
  assert.deepEqual([refused.body.details.postsUsed, refused.body.details.postLimit], [0, 20]);
  assert.deepEqual(await posts(user), []);
  const wrong = rows(5, { platforms: 'x' });
  const { status, body } = await sendCsv(
    user.call,
    csvOf(...rows(19), ...wrong, ...rows(2, { schedule_time: '2026-04-01 00:00' })),
  );
  assert.deepEqual([status, body.valid], [207, 21], 'rows that are wrong, and another month, do not count');
  await makeQueue(user.call);
  const queued = rows(2, { schedule_time: '', use_queue: 'true' });
  assertError(await sendCsv(user.call, csvOf(...queued)), 402, { code: 'paymentRequired' });
  assert.equal((await sendCsv(user.call, csvOf(...queued.slice(1)))).body.valid, 1);
});
