import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Handle, Post, Step } from '../adapter.ts';
import { answer, answerText, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import type { Respond } from '../shared/test/fake-call.ts';
import { draftChoice } from './creator.ts';
import { firstHandle, type Progress } from './handle.ts';
import { tiktok } from './index.ts';

const { publish } = tiktok;
const account: CallAccount = {
  providerAccountId: '-000x',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: { handle: 'ada' },
};
const world = (respond: Respond, of = account) => fakeCall({ account: of, hosts: tiktok.hosts, respond });
const ok = (data: object) => answer({ data, error: { code: 'ok', message: '', log_id: '1' } });
const failed = (code: string, status = 400) => answer({ data: {}, error: { code, message: 'words' } }, status);
const creator = { privacy: 'PUBLIC_TO_EVERYONE', profile: 'ada', comments: true, duet: true, stitch: true };
const uploadUrl = 'https://open-upload.tiktokapis.com/video/?upload_id=1&upload_token=2';
const now = Date.parse('2026-10-01T12:00:00Z');
const begun: Progress = { ...firstHandle(creator), publishId: 'v_pub~1', uploadUrl, openedAt: now };

const video = fakeMedia({ type: 'video', durationMs: 5000 });
const photo = fakeMedia();
const large = fakeMedia({
  type: 'video',
  sizeBytes: 35_000_000,
  open: async function* () {
    yield await Promise.resolve(Buffer.from('part'));
  },
});
const info = {
  creator_username: 'ada',
  privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
  max_video_post_duration_sec: 60,
};

/** Through JSON each time, as handles are kept. */
async function prepareAll(respond: Respond, post: Post, from?: Handle) {
  const { call, sent } = world(respond);
  let handle = from;
  for (let round = 0; round < 30; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, post, handle);
    assert.ok(sent.length <= before + 1, 'one request each time');
    if (step.kind !== 'again') return { step, sent };
    handle = JSON.parse(JSON.stringify(step.handle)) as Handle;
  }
  throw new Error('never ready');
}

/** Takes parts as they come, but for those that `refuse` answers; `taken` is where they end. */
function network(refuse: (count: number) => PlatformReply | undefined = () => undefined) {
  const seen = { opened: 0, parts: 0, taken: 0 };
  const respond: Respond = ({ url, method, headers }) => {
    if (url.includes('creator_info')) return ok(info);
    if (url.includes('/init/')) {
      seen.opened += 1;
      seen.taken = 0;
      return ok({ publish_id: `v_pub~${seen.opened}`, upload_url: uploadUrl });
    }
    if (method !== 'PUT') return ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: seen.taken });
    const [, first, last] = /^bytes (\d+)-(\d+)\/35000000$/.exec(headers?.['content-range'] ?? '') ?? [];
    const refused = refuse(seen.parts);
    seen.parts += 1;
    if (refused !== undefined) return refused;
    if (Number(first) !== seen.taken) return answerText('', 416);
    seen.taken = Number(last) + 1;
    return answerText('', seen.taken === 35_000_000 ? 201 : 206);
  };
  return { respond, seen };
}

const rangesOf = (sent: { headers?: Readonly<Record<string, string>> }[]) =>
  sent.flatMap(({ headers }) => headers?.['content-range'] ?? []);
const filmed = fakePost({ media: [large] });

test('a large video goes up in parts of ten megabytes, all but the last before it is sent', async () => {
  const { respond, seen } = network();
  const { step, sent } = await prepareAll(respond, filmed);
  assert.ok(step.kind === 'ready');
  assert.deepEqual(rangesOf(sent), ['bytes 0-9999999/35000000', 'bytes 10000000-19999999/35000000']);
  const { call, sent: last } = world(respond);
  const outcome = await publish.send(call, filmed, step.handle);
  assert.deepEqual([outcome.kind, seen.opened], ['pending', 1]);
  assert.deepEqual(rangesOf(last), ['bytes 20000000-34999999/35000000']);
  assert.equal(last[0]?.headers?.['authorization'], undefined, 'the address is all that is needed');
});

test('after a part whose answer was lost TikTok says itself how much it has', async () => {
  for (const isTaken of [true, false]) {
    const { respond, seen } = network((count) => {
      if (count !== 1) return undefined;
      if (isTaken) seen.taken = 20_000_000;
      return lost;
    });
    const { step, sent } = await prepareAll(respond, filmed);
    assert.ok(step.kind === 'ready');
    assert.deepEqual([step.handle['offset'], seen.taken], [20_000_000, 20_000_000]);
    assert.equal(rangesOf(sent).length, isTaken ? 2 : 3);
  }
});

test('an upload that TikTok has forgotten is prepared from the beginning', async () => {
  for (const status of [403, 404, 410]) {
    const { respond } = network(() => answerText('', status));
    assert.equal((await prepareAll(respond, filmed)).step.kind, 'preparationLost');
  }
  const busy = network(() => answerText('', 429));
  assert.deepEqual((await prepareAll(busy.respond, filmed)).step, { kind: 'rateLimited', retryAfterMs: 60_000 });
});

test('an upload URL that has expired is never used', async () => {
  const old = { ...begun, openedAt: now - 51 * 60_000, offset: 20_000_000 };
  const { call, sent } = world(() => lost);
  assert.equal((await publish.send(call, filmed, old)).kind, 'preparationLost');
  assert.equal(sent.length, 0);
  assert.equal((await prepareAll(network().respond, filmed, old)).step.kind, 'preparationLost');
});

test('a video that is whole already is looked up, never sent twice', async () => {
  const whole: Respond = () => ok({ status: 'PUBLISH_COMPLETE' });
  const { step } = await prepareAll(whole, filmed, { ...begun, offset: 20_000_000 });
  assert.ok(step.kind === 'ready');
  const { call, sent } = world(whole);
  assert.equal((await publish.send(call, filmed, step.handle)).kind, 'unknown');
  assert.equal(sent.length, 0);
});

test('an upload address elsewhere is not believed', async () => {
  for (const url of ['https://evil.example/', 'https://nottiktokapis.com/', 'http://open-upload.tiktokapis.com/', 5]) {
    const { step } = await prepareAll(() => ok({ publish_id: 'v', upload_url: url }), filmed, firstHandle(creator));
    assert.equal(step.kind, 'notDone', String(url));
  }
});

test('what a creator may do, and what the post asks for', async () => {
  const choose = async (post: Partial<Post>, more: object = {}) => {
    const step = await publish.prepare(world(() => ok({ ...info, ...more })).call, fakePost(post), undefined);
    return step.kind === 'again' ? step.handle['creator'] : step;
  };
  assert.deepEqual(await choose({ media: [video] }), creator);
  assert.partialDeepStrictEqual(await choose({ media: [photo], settings: { privacyLevel: 'SelfOnly' } }), {
    privacy: 'SELF_ONLY',
  });
  const none = await choose({ media: [photo], settings: { privacyLevel: 'mutualFollowFriends' } });
  assert.partialDeepStrictEqual(none, { kind: 'rejected', code: 'privacy_level_option_mismatch' });
  const short = await choose({ media: [fakeMedia({ type: 'video', durationMs: 61_000 })] });
  assert.partialDeepStrictEqual(short, { kind: 'rejected', code: 'duration_check_failed' });
  const settings = { disableComments: true, allowDuet: false };
  assert.partialDeepStrictEqual(await choose({ media: [video], settings }, { stitch_disabled: true }), {
    comments: false,
    duet: false,
    stitch: false,
  });
  assert.partialDeepStrictEqual(await choose({ media: [photo] }, { privacy_level_options: 'all' }), {
    kind: 'notDone',
  });
});

test('what is certain after photos were sent, and what is not', async () => {
  const scopes = tiktok.connect.scopes.publish;
  const day = 24 * 3_600_000;
  const cases: [PlatformReply, object][] = [
    [ok({ publish_id: 'p_pub~1' }), { kind: 'pending' }],
    [ok({}), { kind: 'unknown' }],
    [notSent, { kind: 'notDone' }],
    [lost, { kind: 'unknown' }],
    [failed('internal_error', 500), { kind: 'unknown' }],
    [failed('ok', 502), { kind: 'unknown' }],
    [answer({ data: {}, error: { code: '' } }), { kind: 'unknown' }],
    [failed('never_heard_of'), { kind: 'unknown' }],
    [failed('access_token_invalid', 401), { kind: 'disconnected', cause: 'tokenExpired' }],
    [failed('scope_not_authorized', 401), { kind: 'scopeMissing', scopes }],
    [failed('scope_permission_missed', 403), { kind: 'scopeMissing', scopes }],
    [failed('rate_limit_exceeded', 429), { kind: 'rateLimited', retryAfterMs: 60_000 }],
    [failed('spam_risk_too_many_posts', 403), { kind: 'rateLimited', retryAfterMs: day }],
    [failed('spam_risk_too_many_pending_share', 403), { kind: 'rateLimited', retryAfterMs: day }],
    [failed('spam_risk_user_banned_from_posting', 403), { kind: 'rateLimited', retryAfterMs: day }],
    [failed('url_ownership_unverified', 403), { kind: 'appProblem', code: 'url_ownership_unverified' }],
    [failed('invalid_param', 200), { kind: 'rejected' }],
  ];
  const post = fakePost({ media: [photo] });
  for (const [reply, expected] of cases) {
    const outcome = await publish.send(world(() => reply).call, post, firstHandle(creator));
    assert.partialDeepStrictEqual(outcome, expected, JSON.stringify([reply, outcome]));
  }
  const draft = await publish.send(
    world(() => failed('scope_not_authorized', 401)).call,
    post,
    firstHandle(draftChoice),
  );
  assert.deepEqual(draft, { kind: 'scopeMissing', scopes: ['video.upload'] });
});

test('photos as they are sent', async () => {
  const { call, sent } = world(() => ok({ publish_id: 'p_pub~1' }));
  await publish.send(call, fakePost({ media: [photo], text: 'Words', title: 'Title' }), firstHandle(creator));
  await publish.send(call, fakePost({ media: [photo], text: 'Words' }), firstHandle(draftChoice));
  const source_info = {
    source: 'PULL_FROM_URL',
    photo_images: ['https://herald.example/image'],
    photo_cover_index: 0,
  };
  assert.deepEqual(
    sent.map(({ text }) => JSON.parse(text) as unknown),
    [
      {
        post_info: {
          title: 'Title',
          description: 'Words',
          privacy_level: 'PUBLIC_TO_EVERYONE',
          disable_comment: false,
          auto_add_music: false,
          brand_content_toggle: false,
          brand_organic_toggle: false,
        },
        source_info,
        post_mode: 'DIRECT_POST',
        media_type: 'PHOTO',
      },
      { post_info: { description: 'Words' }, source_info, post_mode: 'MEDIA_UPLOAD', media_type: 'PHOTO' },
    ],
  );
});
