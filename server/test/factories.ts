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
    default:
      throw new Error(`test/factories.ts does not know how to make a ${param}`);
  }
}

export function assertError(answer: Answer, status: number, expected: Record<string, unknown>): void {
  assert.equal(answer.status, status, answer.text);
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(answer.body[key], value, answer.text);
}
