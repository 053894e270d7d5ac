import assert from 'node:assert/strict';
import { makeAccount } from './factories.ts';
import type { Call, TestApp } from './harness.ts';

export type MadePost = { _id: string; status: string; scheduledFor: string | null; platforms: any[] } & Record<
  string,
  any
>;

export type Target = { platform: string; accountId: string };

/** A sandbox account as the target of a post. */
export async function makeTarget(call: Call, platform = 'telegram', account?: string): Promise<Target> {
  const made = await makeAccount(call, { platform, ...(account === undefined ? {} : { account }) });
  return { platform, accountId: made._id };
}

let count = 0;

/** Different from all others, for tests that are not about sameness. */
export function words(): string {
  return `Post number ${(count += 1)}`;
}

export async function makePost(call: Call, fields: Record<string, unknown> = {}): Promise<MadePost> {
  const answer = await call('POST', '/v1/posts', { body: { content: words(), isDraft: true, ...fields } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.post;
}

export async function readPost(call: Call, id: string): Promise<MadePost> {
  const answer = await call('GET', `/v1/posts/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.post;
}

type LivePost = { id: string; account: string; text: string; media: unknown[]; parentId: string | null };

/** What is live on a network of the sandbox, oldest first. */
export async function live(t: TestApp, platform: string, account: string): Promise<LivePost[]> {
  const { posts } = await t.sandbox.control('GET', `ledger?platform=${platform}&account=${account}`);
  return posts.filter(({ deletedAt }: { deletedAt: string | null }) => deletedAt === null);
}
