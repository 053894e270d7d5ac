import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount, PublishState } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { publish } from './publish.ts';

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v5', respond });
const video = fakePost({ media: [fakeMedia({ type: 'video' })], settings: { boardId: '7' } });
const images = fakePost({ media: [fakeMedia(), fakeMedia()], title: 'Two', settings: { boardId: '7' } });
const plain: PublishState = { v: 1, mediaId: null, pollCount: 0 };
const registered = {
  media_id: '55',
  upload_url: 'https://bucket.s3-accelerate.amazonaws.com/',
  upload_parameters: { key: 'uploads/55', policy: 'P', 'x-amz-security-token': 'SECRET', 'Content-Type': 'video/mp4' },
};

test('uploads a video with all parameters, the file last, and without our token', async () => {
  const { call, sent } = fake(({ url }) =>
    url.includes('amazonaws') ? textReply('', 204) : jsonReply(registered, 201),
  );
  const step = await publish.prepare(call, video, undefined);
  assert.deepEqual(step, { kind: 'again', publishState: { ...plain, mediaId: '55' } });
  const upload = sent[1];
  assert.equal(upload?.headers?.['authorization'], undefined);
  const names = [...(upload?.text ?? '').matchAll(/; name="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['key', 'policy', 'x-amz-security-token', 'Content-Type', 'file']);
});

test('registers the upload again when the storage refuses it', async () => {
  const { call } = fake(({ url }) =>
    url.includes('amazonaws') ? textReply('<Error/>', 403) : jsonReply(registered, 201),
  );
  assert.equal((await publish.prepare(call, video, undefined)).kind, 'notDone');
  for (const upload_url of ['https://[', 'ftp://x/', 5]) {
    const strange = fake(() => jsonReply({ ...registered, upload_url }, 201));
    assert.equal((await publish.prepare(strange.call, video, undefined)).kind, 'notDone');
    assert.equal(strange.sent.length, 1);
  }
});

test('prepares from the beginning when Pinterest has lost the video', async () => {
  const { call } = fake(() => jsonReply({ code: 1, message: 'Media upload not found.' }, 404));
  assert.equal((await publish.prepare(call, video, { ...plain, mediaId: '55' })).kind, 'preparationLost');
});

test('rounds the cover of a video down to a second', async () => {
  const { call, sent } = fake(() => jsonReply({ id: '9' }, 201));
  const post = { ...video, settings: { boardId: '7', coverImageKeyFrameTime: 2.5 } };
  await publish.send(call, post, { ...plain, mediaId: '55' });
  const { media_source } = JSON.parse(sent[0]?.text ?? '') as { media_source: object };
  assert.deepEqual(media_source, { source_type: 'video_id', media_id: '55', cover_image_key_frame_time: 2 });
});

test('increases the waits while a video is processed', async () => {
  const { call } = fake(() => jsonReply({ media_id: '55', status: 'processing' }));
  const waits: number[] = [];
  let publishState: PublishState = { ...plain, mediaId: '55' };
  for (let count = 0; count < 6; count += 1) {
    const step = await publish.prepare(call, video, publishState);
    assert.ok(step.kind === 'wait');
    publishState = step.publishState;
    waits.push(step.afterMs / 1000);
  }
  assert.deepEqual(waits, [5, 10, 20, 40, 60, 60]);
});

test('retries what Pinterest cannot fetch and rejects other refusals', async () => {
  const of = async (status: number, message: string) =>
    (await publish.send(fake(() => jsonReply({ code: 1, message }, status)).call, images, plain)).kind;
  assert.equal(await of(400, 'Invalid request: Unable to reach the URL.'), 'notDone');
  assert.equal(await of(400, 'Invalid request'), 'rejected');
  assert.equal(await of(404, 'Board not found.'), 'rejected');
  assert.equal(await of(403, 'Authorization failed.'), 'scopeMissing');
  assert.equal(await of(401, 'Authentication failed.'), 'disconnected');
  assert.equal(await of(418, 'Something new'), 'unknown');
});

const sentAt = new Date('2026-10-01T12:00:00Z');
const pin = (more: object = {}) => ({
  id: '900',
  created_at: '2026-10-01T12:00:03',
  title: 'Two',
  description: 'Hello',
  board_id: '7',
  media: { media_type: 'multiple_images' },
  ...more,
});

test('finds a pin after a lost response by board, text, media type and time', async () => {
  const settle = async (items: unknown) => {
    const { call } = fake(() => jsonReply({ items, bookmark: null }));
    return await publish.settle(call, images, { publishState: plain, sentAt });
  };
  assert.deepEqual(await settle([{}, pin()]), {
    kind: 'found',
    id: '900',
    url: 'https://www.pinterest.com/pin/900/',
  });
  const strangers: object[] = [
    { board_id: '8' },
    { title: 'Three' },
    { description: 'Bye' },
    { media: { media_type: 'image' } },
    { created_at: '2026-10-01T11:58:59' },
  ];
  for (const more of strangers) {
    const settled = await settle([pin(more)]);
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(more));
  }
  assert.equal((await settle([pin(), pin({ id: '901' })])).kind, 'inconclusive');
  assert.equal((await settle('nothing')).kind, 'inconclusive');
});
