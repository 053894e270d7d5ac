import assert from 'node:assert/strict';
import { makeAccount } from '../factories.ts';
import type { TestApp, TestUser } from '../harness.ts';
import { makePost, readPost } from './posts.ts';
import { uploadJpeg } from './upload-jpeg.ts';
import { waitFor } from '../wait-for.ts';

const platform = 'instagram';

/** `postId` in Herald, `post` on the platform. */
export type Stage = { user: TestUser; accountId: string; account: string; postId: string; post: string };

let count = 0;

export async function openStage(t: TestApp): Promise<Stage> {
  const user = await t.newUser();
  const account = `automated.${(count += 1)}`;
  const { _id: accountId } = await makeAccount(user.call, { platform, account });
  const { postId, post } = await publish(t, { user, accountId });
  return { user, accountId, account, postId, post };
}

export async function publish(
  t: TestApp,
  { user, accountId }: Pick<Stage, 'user' | 'accountId'>,
  settings: object = {},
): Promise<{ postId: string; post: string }> {
  const mediaItems = [{ url: await uploadJpeg(user) }];
  const platforms = [{ platform, accountId, settings }];
  const { _id: postId } = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms, mediaItems });
  for (let round = 0; round < 3; round += 1) {
    await t.app.drain();
    await t.advance(30_000);
  }
  const [target] = (await readPost(user.call, postId)).platforms;
  assert.equal(target.status, 'published', JSON.stringify(target));
  return { postId, post: target.platformPostId };
}

export async function makeAutomation({ user, accountId }: Stage, fields: object = {}): Promise<any> {
  const input = { accountId, name: 'Guide', dmMessage: 'Here is the guide.', ...fields };
  const { status, body, text } = await user.call('POST', '/v1/comment-automations', { body: input });
  assert.equal(status, 201, text);
  return body.automation;
}

export async function logsOf({ user }: Pick<Stage, 'user'>, id: string, query = ''): Promise<any[]> {
  return (await user.call('GET', `/v1/comment-automations/${id}/logs${query}`)).body.logs;
}

/** Resolves once Herald has handled the comment. */
export async function comment(t: TestApp, { account, accountId, post }: Stage, text: string, person = 'fan.one') {
  const input = { platform, account, post, person, text };
  const { comment: added } = await t.sandbox.control('POST', 'comments', input);
  await waitFor('a stored comment', async () => {
    await t.app.drain();
    const stored = await t.sql('SELECT 1 FROM comments WHERE account_id = $1 AND id = $2', [accountId, added.id]);
    return stored.length > 0;
  });
  await t.app.drain();
  // Logs are listed by time.
  await t.advance(1000);
  return added.id as string;
}

export async function messagesOf(t: TestApp, { account }: Stage): Promise<any[]> {
  const { messages } = await t.sandbox.control('GET', `ledger?platform=${platform}&account=${account}`);
  return messages.filter(({ direction }: { direction: string }) => direction === 'outgoing');
}
