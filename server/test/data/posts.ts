import assert from 'node:assert/strict';
import { makeAccount } from '../factories.ts';
import type { Call, TestApp } from '../harness.ts';

export type TestPost = { _id: string; status: string; scheduledFor: string | null; platforms: any[] } & Record<
  string,
  any
>;

export type Target = { platform: string; accountId: string };

export async function makeTarget(call: Call, platform = 'telegram', account?: string): Promise<Target> {
  const createdAccount = await makeAccount(call, { platform, ...(account === undefined ? {} : { account }) });
  return { platform, accountId: createdAccount._id };
}

let count = 0;

/** Unique for the duplicate check. */
export function words(): string {
  return `Post number ${(count += 1)}`;
}

export async function makePost(call: Call, fields: Record<string, unknown> = {}): Promise<TestPost> {
  const response = await call('POST', '/v1/posts', { body: { content: words(), isDraft: true, ...fields } });
  assert.equal(response.status, 201, response.text);
  return response.body.post;
}

export async function readPost(call: Call, id: string): Promise<TestPost> {
  const response = await call('GET', `/v1/posts/${id}`);
  assert.equal(response.status, 200, response.text);
  return response.body.post;
}

type LivePost = { id: string; account: string; text: string; media: unknown[]; parentId: string | null };

export async function live(t: TestApp, platform: string, account: string): Promise<LivePost[]> {
  const { posts } = await t.sandbox.control('GET', `ledger?platform=${platform}&account=${account}`);
  return posts.filter(({ deletedAt }: { deletedAt: string | null }) => deletedAt === null);
}
