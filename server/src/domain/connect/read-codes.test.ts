import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../../test/database.ts';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { untilBlocked } from '../../../test/wait-for.ts';
import type { SeenCode } from '../../platforms/adapter.ts';
import { readCodes } from './read-codes.ts';

const t = await startTestApp({ sandbox: true });
const { systemCtx } = t.app;
const bot = { platform: 'telegram', isSandbox: true };

async function postCode(user: TestUser, chats: readonly string[]): Promise<SeenCode[]> {
  const { _id: profileId } = await defaultProfile(user.call);
  const { body } = await user.call('GET', `/v1/connect/telegram?profileId=${profileId}&sandbox=true`);
  const { pathname, search } = new URL(body.authUrl);
  const { text } = await user.call('GET', pathname + search);
  const code = /\/connect ([A-Z2-9]{10})</.exec(text)?.[1];
  const link = /href="([^"]*t\.me[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  for (const chat of chats) await fetch(`${link}&decision=approve&account=${chat}`, { redirect: 'manual' });
  const platform = systemCtx.platforms.find('telegram');
  assert.ok(platform?.adapter.connect.kind === 'code');
  const seen = await platform.adapter.connect.readCodes(platform.call({ sandbox: true }), undefined);
  assert.ok(seen.kind === 'codes');
  const codes = seen.codes.filter((one) => one.code === code);
  assert.equal(codes.length, chats.length);
  return codes;
}

async function readOnly(codes: readonly SeenCode[]): Promise<void> {
  const platform = systemCtx.platforms.find('telegram');
  assert.ok(platform?.adapter.connect.kind === 'code');
  const { adapter } = platform;
  const seen = async () => await Promise.resolve({ kind: 'codes', codes, cursor: undefined } as const);
  const limited = { ...platform, adapter: { ...adapter, connect: { ...adapter.connect, readCodes: seen } } };
  await readCodes({ ...systemCtx, platforms: { ...systemCtx.platforms, find: () => limited } }, bot);
}

const usernames = async (user: TestUser): Promise<string[]> =>
  (await user.call('GET', '/v1/accounts')).body.accounts.map((one: { username: string }) => one.username);

test('a code posted in two chats connects only the first', async () => {
  const user = await t.newUser();
  const codes = await postCode(user, ['first-chat', 'second-chat']);
  await readOnly(codes);
  await readOnly(codes.slice(1));
  assert.deepEqual(await usernames(user), ['first-chat']);
});

test('a code that two readers see in two chats concurrently connects one of them', async () => {
  const user = await t.newUser();
  const codes = await postCode(user, ['left-chat', 'right-chat']);
  const readers: Promise<void>[] = [];
  await onServer(t.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM connect_sessions WHERE owner_id = $1 FOR UPDATE', [user.ownerId]);
    for (const [index, code] of codes.entries()) {
      readers.push(readOnly([code]));
      await untilBlocked(t, index + 1);
      await t.advance(systemCtx.timing.codeLeaseMs + 1000);
    }
    await client.query('COMMIT');
  });
  await Promise.all(readers);
  assert.equal((await usernames(user)).length, 1);
});
