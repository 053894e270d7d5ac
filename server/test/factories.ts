import assert from 'node:assert/strict';
import type { Answer } from './check-answer.ts';
import type { Call, TestUser } from './harness.ts';

type MadeProfile = { _id: string; name: string; color: string };

export async function makeProfile(call: Call, fields: { name?: string; color?: string } = {}): Promise<MadeProfile> {
  const answer = await call('POST', '/v1/profiles', { body: { name: 'Shop', ...fields } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.profile;
}

type MadeKey = { id: string; key: string };

export async function makeKey(call: Call, fields: Record<string, unknown> = {}): Promise<MadeKey> {
  const answer = await call('POST', '/v1/api-keys', { body: { name: 'Test key', ...fields } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.apiKey;
}

type MadeWebhook = { id: string; name: string; url: string } & Record<string, unknown>;

/** Subscribed to posts of all profiles; nothing is dialled until something is delivered. */
export async function makeWebhook(call: Call, fields: Record<string, unknown> = {}): Promise<MadeWebhook> {
  const body = {
    name: 'Orders',
    url: 'https://hooks.example/herald',
    events: ['post.published'],
    profileAccess: 'all_profiles',
    ...fields,
  };
  const answer = await call('POST', '/v1/webhooks', { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.webhook;
}

/** With a new secret staged, so that every operation on an endpoint can succeed. */
async function makeRotatingWebhook(user: TestUser): Promise<string> {
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  return id;
}

/** A delivery whose run is over. */
async function makeEndedDelivery(user: TestUser): Promise<string> {
  const webhook = await makeWebhook(user.call);
  const { body } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  const path = `/v1/webhooks/${webhook.id}`;
  await user.call('PUT', path, { body: { isActive: false } });
  await user.call('PUT', path, { body: { isActive: true } });
  return body.deliveryId;
}

export async function defaultProfile(call: Call): Promise<MadeProfile> {
  const { body } = await call('GET', '/v1/profiles');
  return body.profiles.find((profile: { isDefault: boolean }) => profile.isDefault);
}

/** A thing of the kind a path parameter names, owned by the user. */
export async function makeForParam(param: string, user: TestUser): Promise<string> {
  switch (param) {
    case 'profileId':
      return (await makeProfile(user.call))._id;
    case 'keyId':
      return (await makeKey(user.call)).id;
    case 'webhookId':
      return makeRotatingWebhook(user);
    case 'deliveryId':
      return makeEndedDelivery(user);
    default:
      throw new Error(`test/factories.ts does not know how to make a ${param}`);
  }
}

export function assertError(answer: Answer, status: number, expected: Record<string, unknown>): void {
  assert.equal(answer.status, status, answer.text);
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(answer.body[key], value, answer.text);
}
