import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Post, Step } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import type { Respond } from '../shared/test/fake-call.ts';
import { draftChoice } from './creator.ts';
import { firstState, type Progress } from './publish-state.ts';
import { tiktok } from './index.ts';

const { publish } = tiktok;
const account: CallAccount = {
  providerAccountId: '-000x',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: { handle: 'ada' },
};
const fake = (respond: Respond, of = account) => fakeCall({ account: of, hosts: tiktok.hosts, respond });
const ok = (data: object) => jsonReply({ data, error: { code: 'ok', message: '', log_id: '1' } });
const failed = (code: string, status = 400) => jsonReply({ data: {}, error: { code, message: 'words' } }, status);
const creator = { privacy: 'PUBLIC_TO_EVERYONE', profile: 'ada', comments: true, duet: true, stitch: true };
const uploadUrl = 'https://open-upload.tiktokapis.com/video/?upload_id=1&upload_token=2';
const now = Date.parse('2026-10-01T12:00:00Z');
const begun: Progress = { ...firstState(creator), publishId: 'v_pub~1', uploadUrl, openedAt: now };

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

async function prepareAll(respond: Respond, post: Post, from?: PublishState) {
  const { call, sent } = fake(respond);
  let publishState = from;
  for (let round = 0; round < 30; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, post, publishState);
    assert.ok(sent.length <= before + 1, 'one request each time');
    if (step.kind !== 'again') return { step, sent };
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

/** Accepts parts in any order; `uploadedBytes` is the end of the last one. */
function platform(refuse: (count: number) => PlatformReply | undefined = () => undefined) {
  const seen = { opened: 0, parts: 0, uploadedBytes: 0 };
  const respond: Respond = ({ url, method, headers }) => {
    if (url.includes('creator_info')) return ok(info);
    if (url.includes('/init/')) {
      seen.opened += 1;
      seen.uploadedBytes = 0;
      return ok({ publish_id: `v_pub~${seen.opened}`, upload_url: uploadUrl });
    }
    if (method !== 'PUT') return ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: seen.uploadedBytes });
    const [, first, last] = /^bytes (\d+)-(\d+)\/35000000$/.exec(headers?.['content-range'] ?? '') ?? [];
    const refused = refuse(seen.parts);
    seen.parts += 1;
    if (refused !== undefined) return refused;
    if (Number(first) !== seen.uploadedBytes) return textReply('', 416);
    seen.uploadedBytes = Number(last) + 1;
    return textReply('', seen.uploadedBytes === 35_000_000 ? 201 : 206);
  };
  return { respond, seen };
}

const rangesOf = (sent: { headers?: Readonly<Record<string, string>> }[]) =>
  sent.flatMap(({ headers }) => headers?.['content-range'] ?? []);
const filmed = fakePost({ media: [large] });

test('prepares all parts of ten megabytes but the last, which is sent', async () => {
  const { respond, seen } = platform();
  const { step, sent } = await prepareAll(respond, filmed);
  assert.ok(step.kind === 'ready');
  assert.deepEqual(rangesOf(sent), ['bytes 0-9999999/35000000', 'bytes 10000000-19999999/35000000']);
  const { call, sent: last } = fake(respond);
  const outcome = await publish.send(call, filmed, step.publishState);
  assert.deepEqual([outcome.kind, seen.opened], ['pending', 1]);
  assert.deepEqual(rangesOf(last), ['bytes 20000000-34999999/35000000']);
  assert.equal(last[0]?.headers?.['authorization'], undefined, 'the address is all that is needed');
});

test('asks TikTok how many bytes it has after a lost response', async () => {
  for (const isTaken of [true, false]) {
    const { respond, seen } = platform((count) => {
      if (count !== 1) return undefined;
      if (isTaken) seen.uploadedBytes = 20_000_000;
      return lost;
    });
    const { step, sent } = await prepareAll(respond, filmed);
    assert.ok(step.kind === 'ready');
    assert.deepEqual([step.publishState['offset'], seen.uploadedBytes], [20_000_000, 20_000_000]);
    assert.equal(rangesOf(sent).length, isTaken ? 2 : 3);
  }
});

test('prepares from the beginning when TikTok has discarded the upload', async () => {
  for (const status of [403, 404, 410]) {
    const { respond } = platform(() => textReply('', status));
    assert.equal((await prepareAll(respond, filmed)).step.kind, 'preparationLost');
  }
  const busy = platform(() => textReply('', 429));
  assert.deepEqual((await prepareAll(busy.respond, filmed)).step, { kind: 'rateLimited', retryAfterMs: 60_000 });
});

test('never uses an expired upload URL', async () => {
  const old = { ...begun, openedAt: now - 51 * 60_000, offset: 20_000_000 };
  const { call, sent } = fake(() => lost);
  assert.equal((await publish.send(call, filmed, old)).kind, 'preparationLost');
  assert.equal(sent.length, 0);
  assert.equal((await prepareAll(platform().respond, filmed, old)).step.kind, 'preparationLost');
});

test('looks up a complete video instead of sending it twice', async () => {
  const complete: Respond = () => ok({ status: 'PUBLISH_COMPLETE' });
  const { step } = await prepareAll(complete, filmed, { ...begun, offset: 20_000_000 });
  assert.ok(step.kind === 'ready');
  const { call, sent } = fake(complete);
  assert.equal((await publish.send(call, filmed, step.publishState)).kind, 'unknown');
  assert.equal(sent.length, 0);
});

test('refuses an upload URL on another host', async () => {
  for (const url of ['https://evil.example/', 'https://nottiktokapis.com/', 'http://open-upload.tiktokapis.com/', 5]) {
    const { step } = await prepareAll(() => ok({ publish_id: 'v', upload_url: url }), filmed, firstState(creator));
    assert.equal(step.kind, 'notDone', String(url));
  }
});

test('limits the settings of a post to what the creator may do', async () => {
  const choose = async (post: Partial<Post>, more: object = {}) => {
    const step = await publish.prepare(fake(() => ok({ ...info, ...more })).call, fakePost(post), undefined);
    return step.kind === 'again' ? step.publishState['creator'] : step;
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

test('tells certain from unknown outcomes after sending photos', async () => {
  const scopes = tiktok.connect.scopes.publish;
  const day = 24 * 3_600_000;
  const cases: [PlatformReply, object][] = [
    [ok({ publish_id: 'p_pub~1' }), { kind: 'pending' }],
    [ok({}), { kind: 'unknown' }],
    [notSent, { kind: 'notDone' }],
    [lost, { kind: 'unknown' }],
    [failed('internal_error', 500), { kind: 'unknown' }],
    [failed('ok', 502), { kind: 'unknown' }],
    [jsonReply({ data: {}, error: { code: '' } }), { kind: 'unknown' }],
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
    const outcome = await publish.send(fake(() => reply).call, post, firstState(creator));
    assert.partialDeepStrictEqual(outcome, expected, JSON.stringify([reply, outcome]));
  }
  const draft = await publish.send(fake(() => failed('scope_not_authorized', 401)).call, post, firstState(draftChoice));
  assert.deepEqual(draft, { kind: 'scopeMissing', scopes: ['video.upload'] });
});

test('sends photos with all settings', async () => {
  const { call, sent } = fake(() => ok({ publish_id: 'p_pub~1' }));
  await publish.send(call, fakePost({ media: [photo], text: 'Words', title: 'Title' }), firstState(creator));
  await publish.send(call, fakePost({ media: [photo], text: 'Words' }), firstState(draftChoice));
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
