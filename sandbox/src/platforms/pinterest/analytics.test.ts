import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpegOf } from '../../../test/media.ts';
import { codesOf, plainScopes, secretScopes, startPinterest } from '../../../test/pinterest.ts';

const day = 24 * 3_600_000;

test('a pin has its numbers only if they are requested', async (t) => {
  const { connect, pin, host, api, advance, sandbox } = await startPinterest(t);
  const token = await connect();
  const { id } = (await pin(token, { media_source: { source_type: 'image_url', url: host(jpegOf(8, 8)) } })).body;
  const counts = { impressions: 40, clicks: 3, likes: 5, comments: 2, saves: 1 };
  await sandbox.control('POST', 'metrics', { platform: 'pinterest', post: id, ...counts });
  const read = async (query = '', access = token) => (await api('GET', `pins/${id}${query}`, { token: access })).body;
  assert.deepEqual([(await read()).id, (await read()).pin_metrics], [id, null]);
  const recent = { pin_click: 3, impression: 40, clickthrough: 3 };
  const lifetime_metrics = { ...recent, reaction: 5, comment: 2, save: 1 };
  assert.deepEqual((await read('?pin_metrics=true')).pin_metrics, { '90d': recent, lifetime_metrics });
  const [listed] = (await api('GET', 'pins?pin_metrics=true', { token })).body.items;
  assert.deepEqual(listed.pin_metrics.lifetime_metrics, lifetime_metrics);
  assert.equal((await api('GET', 'user_account', { token })).body.monthly_views, 40);
  await advance(91 * day);
  const old = (await read('?pin_metrics=true', await connect())).pin_metrics;
  assert.deepEqual(old, { '90d': { pin_click: 0, impression: 0, clickthrough: 0 }, lifetime_metrics });
});

test('a pin is shown to its owner only, with the scopes it needs', async (t) => {
  const { connect, pin, host, api, board } = await startPinterest(t);
  const token = await connect('ada_bakes', { scope: `${plainScopes},${secretScopes}` });
  const media = { media_source: { source_type: 'image_url', url: host(jpegOf(8, 8)) } };
  const { id } = (await pin(token, media)).body;
  const secretBoard = (await board(token, { name: 'Secrets', privacy: 'SECRET' })).body.id;
  const secretPin = (await pin(token, { ...media, board_id: secretBoard })).body.id;
  const read = async (path: string, access = token) => codesOf(await api('GET', `pins/${path}`, { token: access }));
  assert.deepEqual(await read(secretPin), [200, undefined]);
  assert.deepEqual(await read(secretPin, await connect()), [403, 29]);
  assert.deepEqual(await read(id, await connect('grace_collects')), [403, 29]);
  assert.deepEqual(await read('999'), [404, 50]);
  assert.deepEqual(await read('x'), [400, 1]);
  assert.deepEqual(await read(`${id}?pin_metrics=yes`), [400, 1]);
  assert.deepEqual(await read(id, await connect('ada_bakes', { scope: 'boards:read' })), [401, 3]);
  assert.deepEqual(await read(id, ''), [401, 2]);
});
