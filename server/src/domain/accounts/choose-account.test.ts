import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import type { Ctx } from '../context.ts';
import { chooseAccount } from './choose-account.ts';

const t = await startTestApp({ sandbox: true });

const as = ({ ownerId }: TestUser): Ctx => ({ ...t.app.systemCtx, caller: { kind: 'system', ownerId } });

test('finds an account by ID and by username, with and without @ and in any case', async () => {
  const user = await t.newUser();
  const { _id: id, username } = await makeAccount(user.call, { platform: 'bluesky', account: 'ada' });
  for (const name of [id, username, `@${username}`, username.toUpperCase()]) {
    assert.equal((await chooseAccount(as(user), { name })).id, id, name);
  }
});

test('an unknown name suggests the closest account and lists all of them', async () => {
  const user = await t.newUser();
  const { _id: id, username } = await makeAccount(user.call, { platform: 'bluesky', account: 'ada' });
  await assert.rejects(chooseAccount(as(user), { name: `${username}x` }), (error: Error) => {
    assert.ok(error.message.includes(`Did you mean ${username}?`), error.message);
    assert.ok(error.message.includes(`bluesky ${username} (${id})`));
    return true;
  });
  const stranger = await t.newUser();
  await assert.rejects(chooseAccount(as(stranger), { name: id }), /No account is connected: open GET \/v1\/connect/);
});

test('a name on several platforms needs the platform', async () => {
  const user = await t.newUser();
  const one = await makeAccount(user.call, { platform: 'bluesky', account: 'twin' });
  const other = await makeAccount(user.call, { platform: 'telegram', account: 'twin_room' });
  await t.sql('UPDATE accounts SET username = $1 WHERE id = $2', [one.username, other._id]);
  await assert.rejects(chooseAccount(as(user), { name: one.username }), (error: Error) => {
    assert.match(error.message, /^Several accounts are called .*: name the platform, or use an ID\./);
    for (const { _id } of [one, other]) assert.ok(error.message.includes(_id));
    return true;
  });
  assert.equal((await chooseAccount(as(user), { name: one.username, platform: 'telegram' })).id, other._id);
});
