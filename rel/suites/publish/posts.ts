import type { Target } from '../../harness/sandbox-account.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import type { Kind } from './platforms.ts';
import type { Fixture } from './fixture.ts';

export type Row = {
  post_id: string;
  account_id: string;
  platform: string;
  status: string;
  stage: string | null;
  error_code: string | null;
  error: string | null;
  content: string;
};

type PostInput = { content: string; platforms: readonly Target[]; kind: Kind };

/** `publishNowMs` is 1 in the suites, so the response does not wait. */
export async function createPost(
  { api, user, files }: Fixture,
  { content, platforms, kind }: PostInput,
): Promise<string> {
  const mediaItems = kind === 'text' ? [] : [{ url: files[kind] }];
  const input = { content, platforms, mediaItems, publishNow: true };
  const { status, body } = await api.call<{ post: { _id: string } }>(user, 'POST', '/v1/posts', input);
  if (status !== 201) throw new Error(`a post returned ${status} ${JSON.stringify(body)}`);
  return body.post._id;
}

export async function readTargets({ database }: Fixture): Promise<Row[]> {
  return await database.sql<Row>(
    `SELECT t.post_id, t.account_id, t.platform, t.status, t.stage, t.error_code, t.error, p.content
       FROM post_targets t JOIN posts p ON p.id = t.post_id ORDER BY p.created_at, t.position`,
  );
}

export async function waitForEnd(fixture: Fixture, forMs: number): Promise<void> {
  await waitUntil('the end of all targets', forMs, async () => {
    const [row] = await fixture.database.sql<{ open: number }>(
      'SELECT count(*)::int AS open FROM post_targets WHERE due_at IS NOT NULL',
    );
    if (row?.open !== 0) await sleep(200);
    return row?.open === 0;
  });
}
