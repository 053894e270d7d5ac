import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Post, Step } from '../adapter.ts';
import {
  jsonReply,
  textReply,
  fakeCall,
  fakeMedia,
  fakePost,
  lost,
  notSent,
  type Respond,
  type Sent,
} from '../shared/test/fake-call.ts';
import { noUploads, type Asset } from './publish-state.ts';
import { linkedin } from './index.ts';

const { publish } = linkedin;
const account: CallAccount = {
  providerAccountId: 'Ada_1',
  username: 'Ada',
  grantedScopes: ['w_member_social'],
  tokens: { accessToken: 'AT', isRefreshable: false },
  state: {},
};
const reader = { ...account, grantedScopes: ['r_member_social'] };
const fake = (respond: Respond, of = account) =>
  fakeCall({ account: of, hosts: linkedin.hosts, apiVersion: '202609', respond });
const uploadUrl = 'https://www.linkedin.com/dms-uploads/1';
const bytes = Buffer.from('0123456789');
const video = fakeMedia({
  type: 'video',
  sizeBytes: bytes.length,
  open: async function* (range = { start: 0, end: bytes.length }) {
    yield await Promise.resolve(bytes.subarray(range.start, range.end));
  },
});
const created = (urn = 'urn:li:share:712') => textReply('', 201, { 'x-restli-id': urn });

async function prepareAll(respond: Respond, post: Post) {
  const { call, sent } = fake(respond);
  const waits: number[] = [];
  let publishState: PublishState | undefined;
  for (let round = 0; round < 50; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, post, publishState);
    assert.ok(sent.length <= before + 1, 'one request each time');
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits };
    if (step.kind === 'wait') waits.push(step.afterMs);
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

const begun = (value: object) => jsonReply({ value });
const instructions = [
  { uploadUrl: `${uploadUrl}/a`, firstByte: 0, lastByte: 3 },
  { uploadUrl: `${uploadUrl}/b`, firstByte: 4, lastByte: 7 },
  { uploadUrl: `${uploadUrl}/c`, firstByte: 8, lastByte: 9 },
];
const videoPlatform =
  (status: (look: number) => PlatformReply, of: object = {}): Respond =>
  ({ url, method, text }) => {
    if (url.includes('initializeUpload')) {
      return begun({ video: 'urn:li:video:V', uploadToken: 'UT', uploadInstructions: instructions, ...of });
    }
    if (method === 'PUT') return textReply('', 200, { etag: `etag-${text}` });
    if (url.includes('finalizeUpload')) return textReply('');
    return status(looks++);
  };
let looks = 0;

test('uploads a video in the requested parts and finalizes it with their ETags in order', async () => {
  looks = 0;
  const platform = videoPlatform((look) => jsonReply({ status: look < 2 ? 'PROCESSING' : 'AVAILABLE' }));
  const { step, sent, waits } = await prepareAll(platform, fakePost({ media: [video] }));
  assert.ok(step.kind === 'ready');
  const puts = sent.filter(({ method }) => method === 'PUT');
  assert.deepEqual(
    puts.map(({ url, text, body, headers }) => [url, text, body?.contentType, headers?.['authorization']]),
    [
      [`${uploadUrl}/a`, '0123', 'application/octet-stream', undefined],
      [`${uploadUrl}/b`, '4567', 'application/octet-stream', undefined],
      [`${uploadUrl}/c`, '89', 'application/octet-stream', undefined],
    ],
  );
  assert.deepEqual(jsonOf(sent[0]), {
    initializeUploadRequest: {
      owner: 'urn:li:person:Ada_1',
      fileSizeBytes: 10,
      uploadCaptions: false,
      uploadThumbnail: false,
    },
  });
  assert.deepEqual(jsonOf(sent.find(({ url }) => url.includes('finalizeUpload'))), {
    finalizeUploadRequest: {
      video: 'urn:li:video:V',
      uploadToken: 'UT',
      uploadedPartIds: ['etag-0123', 'etag-4567', 'etag-89'],
    },
  });
  assert.deepEqual(waits, [3000, 6000]);
  const rest = sent.filter(({ url }) => url.includes('/rest/'));
  assert.ok(rest.every(({ headers }) => headers?.['linkedin-version'] === '202609'));
});

const jsonOf = (request: Sent | undefined): unknown => JSON.parse(request?.text ?? '');

test('waits a minute when the app may not read the video status', async () => {
  const denied = jsonReply({ status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' }, 403);
  const { step, waits } = await prepareAll(
    videoPlatform(() => denied),
    fakePost({ media: [video] }),
  );
  assert.equal(step.kind, 'ready');
  assert.deepEqual(waits, [60_000]);
});

test('rejects a video that cannot be processed with the platform’s message', async () => {
  const failed = jsonReply({ status: 'PROCESSING_FAILED', processingFailureReason: 'no pictures in it' });
  const { step } = await prepareAll(
    videoPlatform(() => failed),
    fakePost({ media: [video] }),
  );
  assert.partialDeepStrictEqual(step, { kind: 'rejected', code: 'PROCESSING_FAILED', message: 'no pictures in it' });
});

test('refuses parts that do not cover the file or lead to another host', async () => {
  const [a, b, c] = instructions;
  const wrong = [
    [a, b],
    [a, c, b],
    [b, c],
    [a, a, b, c],
    [],
    [{ ...a, lastByte: 9, uploadUrl: 'http://www.linkedin.com/x' }],
  ];
  for (const uploadInstructions of wrong) {
    const { step } = await prepareAll(
      videoPlatform(() => lost, { uploadInstructions }),
      fakePost({ media: [video] }),
    );
    assert.equal(step.kind, 'notDone', JSON.stringify(uploadInstructions));
  }
  for (const address of ['https://evil.example/', 'https://notlinkedin.com/', 'javascript:alert(1)', undefined]) {
    const platform: Respond = () => begun({ image: 'urn:li:image:I', uploadUrl: address });
    const { step, sent } = await prepareAll(platform, fakePost({ media: [fakeMedia()] }));
    assert.deepEqual([step.kind, sent.length], ['notDone', 1]);
  }
});

test('uploads images in one request with the token and then waits a moment', async () => {
  let count = 0;
  const platform: Respond = ({ method }) =>
    method === 'PUT' ? textReply('', 201) : begun({ image: `urn:li:image:I${++count}`, uploadUrl });
  const { step, sent, waits } = await prepareAll(platform, fakePost({ media: [fakeMedia(), fakeMedia()] }));
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    (step.publishState['assets'] as Asset[]).map(({ urn }) => urn),
    ['urn:li:image:I1', 'urn:li:image:I2'],
  );
  assert.deepEqual(waits, [2000]);
  assert.equal(sent.length, 4);
  assert.ok(sent.every(({ headers }) => headers?.['authorization'] === 'Bearer AT'));
});

test('restarts a refused upload three times', async () => {
  for (const status of [400, 403, 404, 410]) {
    const platform: Respond = ({ method }) =>
      method === 'PUT' ? textReply('', status) : begun({ image: 'urn:li:image:I', uploadUrl });
    const { step, sent, waits } = await prepareAll(platform, fakePost({ media: [fakeMedia()] }));
    assert.deepEqual([step.kind, sent.length, waits], ['rejected', 8, [5000, 30_000, 120_000]]);
  }
  const troubles: [PlatformReply, string][] = [
    [textReply('', 500), 'notDone'],
    [textReply('', 429), 'rateLimited'],
    [textReply('', 401), 'disconnected'],
    [lost, 'notDone'],
  ];
  for (const [reply, kind] of troubles) {
    const platform: Respond = ({ method }) =>
      method === 'PUT' ? reply : begun({ image: 'urn:li:image:I', uploadUrl });
    assert.equal((await prepareAll(platform, fakePost({ media: [fakeMedia()] }))).step.kind, kind);
  }
});

const image: Asset = {
  urn: 'urn:li:image:I',
  parts: [],
  etags: [],
  uploadToken: '',
  isFinalized: false,
  isDone: true,
};

async function sentPost(post: Partial<Post>, assets: readonly Asset[] = []) {
  const { call, sent } = fake(() => created());
  const outcome = await publish.send(call, fakePost(post), { ...noUploads, assets: [...assets] });
  assert.deepEqual(outcome, {
    kind: 'published',
    id: 'urn:li:share:712',
    url: 'https://www.linkedin.com/feed/update/urn:li:share:712',
  });
  assert.equal(sent.length, 1);
  return jsonOf(sent[0]) as Record<string, unknown>;
}

test('sends a post with all its fields', async () => {
  assert.deepEqual(await sentPost({ text: 'Hello (all)' }), {
    author: 'urn:li:person:Ada_1',
    commentary: 'Hello \\(all\\)',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  });
  const shared = await sentPost({ text: 'See https://a.example', settings: { reshareUrl: 'urn:li:share:1' } });
  assert.deepEqual(shared['reshareContext'], { parent: 'urn:li:share:1' });
  assert.equal('content' in shared, false);
});

test('builds the content of cards, images and titled files', async () => {
  const content = async (post: Partial<Post>, assets?: readonly Asset[]) => (await sentPost(post, assets))['content'];
  const link = 'At https://www.example.com/news/t%C3%A4glich/?x=1, today';
  assert.deepEqual(await content({ text: link }), {
    article: { source: 'https://www.example.com/news/t%C3%A4glich/?x=1', title: 'example.com/news/täglich' },
  });
  assert.equal(await content({ text: link, settings: { disableLinkPreview: true } }), undefined);
  assert.deepEqual(await content({ text: link, media: [fakeMedia()] }, [image]), { media: { id: image.urn } });
  assert.deepEqual(await content({ media: [fakeMedia(), fakeMedia()] }, [image, image]), {
    multiImage: { images: [{ id: image.urn }, { id: image.urn }] },
  });
  const pdf = fakeMedia({ type: 'document', contentType: 'application/pdf' });
  const titles: [Partial<Post>, string | undefined][] = [
    [{ media: [video], settings: { videoTitle: 'V' }, title: 'T' }, 'V'],
    [{ media: [video], title: 'T' }, 'T'],
    [{ media: [video] }, undefined],
    [{ media: [pdf], settings: { documentTitle: 'D' }, title: 'T' }, 'D'],
    [{ media: [pdf], title: 'T' }, 'T'],
    [{ media: [pdf], text: 'First line\nsecond' }, 'First line'],
    [{ media: [pdf], text: ' ' }, 'Document'],
  ];
  for (const [post, title] of titles) {
    const media = title === undefined ? { id: image.urn } : { id: image.urn, title };
    assert.deepEqual(await content(post, [image]), { media });
  }
});

test('tells certain from unknown outcomes after sending', async () => {
  const inputError = (code: string, status: number) =>
    jsonReply({ status, message: 'long', errorDetails: { inputErrors: [{ code, description: 'words' }] } }, status);
  const cases: [PlatformReply, object][] = [
    [notSent, { kind: 'notDone' }],
    [lost, { kind: 'unknown' }],
    [textReply('', 500), { kind: 'unknown' }],
    [textReply('', 201), { kind: 'unknown' }],
    [created('urn:li:activity:1'), { kind: 'unknown' }],
    [textReply('<html>', 201, { 'x-restli-id': 'urn:li:share:1' }), { kind: 'unknown' }],
    [jsonReply({ message: 'Unable to obtain activity' }, 400), { kind: 'unknown' }],
    [jsonReply({}, 418), { kind: 'unknown' }],
    [jsonReply({ serviceErrorCode: 65_600 }, 401), { kind: 'disconnected', cause: 'tokenDead' }],
    [jsonReply({ serviceErrorCode: 65_601 }, 401), { kind: 'disconnected', cause: 'authorizationRemoved' }],
    [jsonReply({ serviceErrorCode: 65_602 }, 401), { kind: 'disconnected', cause: 'tokenExpired' }],
    [jsonReply({ code: 'ACCESS_DENIED' }, 403), { kind: 'scopeMissing', scopes: linkedin.connect.scopes.publish }],
    [jsonReply({ code: 'OTHER' }, 403), { kind: 'rejected', code: 'OTHER' }],
    [inputError('DUPLICATE_POST', 422), { kind: 'rejected', code: 'DUPLICATE_POST', message: 'words' }],
    [inputError('MEDIA_ASSET_PROCESSING', 400), { kind: 'notDone' }],
    [inputError('MEDIA_ASSET_PROCESSING_FAILED', 400), { kind: 'rejected' }],
    [jsonReply({}, 429), { kind: 'rateLimited', retryAfterMs: 12 * 3_600_000 }],
  ];
  for (const [reply, expected] of cases) {
    const outcome = await publish.send(fake(() => reply).call, fakePost(), noUploads);
    assert.partialDeepStrictEqual(outcome, expected, JSON.stringify([reply, outcome]));
  }
});

const sentAt = new Date('2026-10-01T12:00:00Z');
const settle = async (reply: PlatformReply, of = reader, post = fakePost({ text: 'Hello (all) #news' })) =>
  await publish.settle(fake(() => reply, of).call, post, { publishState: noUploads, sentAt });
const listed = (id: string, more: object = {}) => ({
  id,
  commentary: 'Hello \\(all\\)  {hashtag|\\#|news}',
  createdAt: sentAt.getTime() - 30_000,
  ...more,
});

test('searches for a lost post only if the app may read posts', async () => {
  const closed = fake(() => lost);
  const outcome = await publish.settle(closed.call, fakePost(), { publishState: noUploads, sentAt });
  assert.partialDeepStrictEqual(outcome, { kind: 'inconclusive', canAskAgain: false });
  assert.equal(closed.sent.length, 0);
  const other = listed('urn:li:share:2', { commentary: 'Hello' });
  const old = listed('urn:li:share:3', { createdAt: sentAt.getTime() - 61_000 });
  const pictured = listed('urn:li:share:4', { content: { media: { id: 'urn:li:image:I' } } });
  const settled = await settle(
    jsonReply({ elements: [other, old, pictured, { id: 5 }, null, listed('urn:li:share:1')] }),
  );
  assert.partialDeepStrictEqual(settled, { kind: 'found', id: 'urn:li:share:1' });
});

test('allows another look-up when a lost post is missing or ambiguous', async () => {
  const twins = jsonReply({ elements: [listed('urn:li:share:1'), listed('urn:li:share:2')] });
  for (const reply of [
    jsonReply({ elements: [] }),
    twins,
    jsonReply({}),
    jsonReply({}, 403),
    textReply('', 500),
    lost,
  ]) {
    assert.partialDeepStrictEqual(await settle(reply), { kind: 'inconclusive', canAskAgain: true });
  }
});

test('compares the number of images', async () => {
  const two = { content: { multiImage: { images: [{ id: 'a' }, { id: 'b' }] } } };
  const post = fakePost({ text: 'Hello (all) #news', media: [fakeMedia(), fakeMedia()] });
  const settled = await settle(
    jsonReply({ elements: [listed('urn:li:ugcPost:1'), listed('urn:li:ugcPost:2', two)] }),
    reader,
    post,
  );
  assert.partialDeepStrictEqual(settled, { kind: 'found', id: 'urn:li:ugcPost:2' });
});
