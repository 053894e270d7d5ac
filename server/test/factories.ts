import assert from 'node:assert/strict';
import type { TestResponse } from './check-response.ts';
import type { Call, TestApp, TestUser } from './harness.ts';

type TestProfile = { _id: string; name: string; color: string };

export async function makeProfile(call: Call, fields: { name?: string; color?: string } = {}): Promise<TestProfile> {
  const response = await call('POST', '/v1/profiles', { body: { name: 'Shop', ...fields } });
  assert.equal(response.status, 201, response.text);
  return response.body.profile;
}

type TestKey = { id: string; key: string };

export async function makeKey(call: Call, fields: Record<string, unknown> = {}): Promise<TestKey> {
  const response = await call('POST', '/v1/api-keys', { body: { name: 'Test key', ...fields } });
  assert.equal(response.status, 201, response.text);
  return response.body.apiKey;
}

type TestWebhook = { id: string; name: string; url: string } & Record<string, unknown>;

/** Contacted only for deliveries. */
export async function makeWebhook(call: Call, fields: Record<string, unknown> = {}): Promise<TestWebhook> {
  const body = {
    name: 'Orders',
    url: 'https://hooks.example/herald',
    events: ['post.published'],
    profileAccess: 'all_profiles',
    ...fields,
  };
  const response = await call('POST', '/v1/webhooks', { body });
  assert.equal(response.status, 201, response.text);
  return response.body.webhook;
}

/** With a staged secret, so that every operation can succeed. */
async function makeRotatingWebhook(user: TestUser): Promise<string> {
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  return id;
}

async function makeUploadKey({ call }: TestUser): Promise<string> {
  const { body } = await call('POST', '/v1/media/presign', {
    body: { filename: 'photo.jpg', contentType: 'image/jpeg' },
  });
  return body.key;
}

async function makeEndedDelivery(user: TestUser): Promise<string> {
  const webhook = await makeWebhook(user.call);
  const { body } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  const path = `/v1/webhooks/${webhook.id}`;
  await user.call('PUT', path, { body: { isActive: false } });
  await user.call('PUT', path, { body: { isActive: true } });
  return body.deliveryId;
}

type TestAccount = { _id: string; platform: string; providerAccountId: string; username: string } & Record<
  string,
  unknown
>;

type Connection = { profileId?: string; platform?: string; account?: string; query?: string };

/** The URL includes the consent. */
export async function makeAccount(call: Call, connection: Connection = {}): Promise<TestAccount> {
  const { platform = 'telegram', account, query = '' } = connection;
  const profileId = connection.profileId ?? (await defaultProfile(call))._id;
  const list = async (): Promise<TestAccount[]> => {
    const { body } = await call('GET', `/v1/accounts?profileId=${profileId}&platform=${platform}`);
    return body.accounts;
  };
  const before = new Set((await list()).map(({ _id }) => _id));
  const started = await call('GET', `/v1/connect/${platform}?profileId=${profileId}&sandbox=true`);
  assert.equal(started.status, 200, started.text);
  const named = account === undefined ? '' : `&account=${account}`;
  await followConsent(call, `${started.body.authUrl}&decision=approve${named}${query}`);
  const after = await list();
  const createdAccount = after.find(({ _id }) => !before.has(_id)) ?? after[0];
  assert.ok(createdAccount, `no ${platform} account was connected`);
  return createdAccount;
}

/** The bot has received the code. */
export async function approvedSession({ call }: TestUser): Promise<{ state: string; profileId: string }> {
  const { _id: profileId } = await defaultProfile(call);
  const { body } = await call('GET', `/v1/connect/telegram?profileId=${profileId}&sandbox=true`);
  await followConsent(call, `${body.authUrl}&decision=approve`);
  return { state: body.state, profileId };
}

/** Like a browser: Herald's URLs by injection, the sandbox's over HTTP. */
export async function followConsent(call: Call, start: string): Promise<{ url: string; status: number; text: string }> {
  let url = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const { pathname, search } = new URL(url);
    const response = pathname.startsWith('/sandbox/')
      ? await fetchOnce(url)
      : await call('GET', `${pathname}${search}`);
    if (response.status !== 302) return { url, status: response.status, text: response.text };
    url = String(response.headers['location']);
    // Nothing listens at a client's redirect URL.
    if (!/^http:\/\/127\.0\.0\.1:/.test(url)) return { url, status: 302, text: '' };
  }
  throw new Error('too many redirects');
}

async function fetchOnce(url: string): Promise<Pick<TestResponse, 'status' | 'headers' | 'text'>> {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

export async function defaultProfile(call: Call): Promise<TestProfile> {
  const { body } = await call('GET', '/v1/profiles');
  return body.profiles.find((profile: { isDefault: boolean }) => profile.isDefault);
}

async function makeContact({ call }: TestUser): Promise<string> {
  const { _id: profileId } = await defaultProfile(call);
  const { body } = await call('POST', '/v1/contacts', { body: { profileId, name: 'Ada' } });
  return body.contact.id;
}

async function makeAutomationId({ call }: TestUser): Promise<string> {
  const { _id: accountId } = await makeAccount(call, { platform: 'instagram', account: newName() });
  const { body } = await call('POST', '/v1/comment-automations', { body: { accountId, name: 'A', dmMessage: 'B' } });
  return body.automation.id;
}

/** Published on one account and failed on another, so that every operation can succeed. */
async function makeHalfPost({ call }: TestUser, t: Pick<TestApp, 'sql'>): Promise<string> {
  const names = ['telegram', 'bluesky'];
  const platforms = [];
  for (const platform of names) platforms.push({ platform, accountId: (await makeAccount(call, { platform }))._id });
  const { body } = await call('POST', '/v1/posts', { body: { content: 'Half', isDraft: true, platforms } });
  const { _id: id } = body.post;
  await t.sql("UPDATE post_targets SET status = 'failed' WHERE post_id = $1", [id]);
  await t.sql(
    `UPDATE post_targets SET status = 'published', platform_post_id = 'at://did:plc:nobody/app.bsky.feed.post/3lm'
      WHERE post_id = $1 AND platform = 'bluesky'`,
    [id],
  );
  await t.sql("UPDATE posts SET status = 'partially_failed' WHERE id = $1", [id]);
  return id;
}

let names = 0;
const newName = (): string => `somebody_${(names += 1)}`;

export async function makeForParam(param: string, user: TestUser, t: Pick<TestApp, 'sql'>, path = ''): Promise<string> {
  switch (param) {
    case 'profileId':
      return (await makeProfile(user.call))._id;
    case 'keyId':
      return (await makeKey(user.call)).id;
    case 'webhookId':
      return makeRotatingWebhook(user);
    case 'accountId': {
      // Each platform has its own boards.
      const platform = /\/(\w+)-boards$/.exec(path)?.[1];
      return (await makeAccount(user.call, platform === undefined ? {} : { platform, account: newName() }))._id;
    }
    case 'platform':
      return 'telegram';
    case 'deliveryId':
      return makeEndedDelivery(user);
    case 'postId':
      return makeHalfPost(user, t);
    case 'automationId':
      return makeAutomationId(user);
    case 'contactId':
      return makeContact(user);
    case 'key':
      return makeUploadKey(user);
    default:
      throw new Error(`test/factories.ts does not know how to make a ${param}`);
  }
}

export function assertError(response: TestResponse, status: number, expected: Record<string, unknown>): void {
  assert.equal(response.status, status, response.text);
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(response.body[key], value, response.text);
}
