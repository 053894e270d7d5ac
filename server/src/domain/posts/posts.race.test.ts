import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { makePost, makeTarget, words } from '../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, environment: { HERALD_DATABASE_POOL_SIZE: '20' } });
const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const inTwoHours = '2026-03-02T11:00:00.000Z';

test('twenty concurrent creates with the same x-request-id create one post and all return it', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  for (let round = 0; round < 5; round += 1) {
    const body = { content: words(), scheduledFor: inTwoHours, platforms: [target] };
    const headers = { 'x-request-id': `round-${round}` };
    const responses = await atOnce(20, () => user.call('POST', '/v1/posts', { body, headers }));
    const ids = responses.map((response) => (response.body.post ?? response.body.existingPost)._id);
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [...Array<number>(19).fill(200), 201]);
  }
  assert.equal((await user.call('GET', '/v1/posts')).body.pagination.total, 5);
});

test('accepts one of twenty concurrent posts with the same content', async () => {
  const user = await t.newUser();
  const [telegram, bluesky] = [await makeTarget(user.call), await makeTarget(user.call, 'bluesky')];
  const content = words();
  const responses = await atOnce(20, (index) => {
    const platforms = index % 2 === 0 ? [telegram, bluesky] : [bluesky, telegram];
    return user.call('POST', '/v1/posts', { body: { content, scheduledFor: inTwoHours, platforms } });
  });
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, ...Array<number>(19).fill(409)]);
});

test('concurrent posts to one queue get distinct slots without gaps', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const { _id: profileId } = await defaultProfile(user.call);
  const slots = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, time: '12:00' }));
  await user.call('POST', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots } });
  const { body } = await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=24`);
  const queued = { isDraft: undefined, queuedFromProfile: profileId, platforms: [target] };
  const posts = await atOnce(24, () => makePost(user.call, queued));
  assert.deepEqual(posts.map(({ scheduledFor }) => scheduledFor).toSorted(), body.slots);
});

test('a post updated, deleted and published concurrently ends in one consistent state', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  for (let round = 0; round < 5; round += 1) {
    const { _id } = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
    const [changed, deleted] = await Promise.all([
      user.call('PUT', `/v1/posts/${_id}`, { body: { content: words() } }),
      user.call('DELETE', `/v1/posts/${_id}`),
      t.app.drain(),
    ]);
    assert.ok([200, 400, 404, 409].includes(changed.status), changed.text);
    const left = await user.call('GET', `/v1/posts/${_id}`);
    if (deleted.status === 200) assert.equal(left.status, 404);
    else assert.equal(left.status, 200, left.text);
  }
});
