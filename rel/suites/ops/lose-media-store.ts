import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import { startTcpProxy } from '../../harness/network/tcp-proxy.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { imageFile, uploadAsForm, uploadFile } from '../../harness/upload-file.ts';
import { waitUntil } from '../../harness/wait.ts';
import { scaled } from '../publish/scaled.ts';

const figures = { quick: { rounds: 1, waitsReally: false }, full: { rounds: 10, waitsReally: true } };

export const loseMediaStore: Case = {
  id: 'lose-media-store',
  about:
    'Cuts the connections to the S3 server while a post with an image is due; uploads get 503, posts without media work, and the post waits and is published once when the server is back.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier].rounds;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const s3 = await database.startS3();
    await using proxy = await startTcpProxy(s3.endpoint);
    const sandbox = await database.startSandbox();
    const environment = { ...s3.environment, HERALD_S3_ENDPOINT: proxy.url };
    const options = { sandboxUrl: sandbox.url, environment, timing: scaled };
    const api = await database.startApi({ ...options, users: 1 });
    sandbox.reach(api.baseUrl);
    const { user } = api;
    const target = await connectSandbox(api, user, { platform: 'bluesky', name: 'stored' });
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');
    const acknowledged = new Set<string>();
    for (let round = 1; round <= rounds; round += 1) {
      const { url } = await uploadFile(api, user, imageFile);
      const content = `With an image, round ${round}`;
      const scheduledFor = new Date(Date.now() + 600_000).toISOString();
      const input = { content, mediaItems: [{ url }], platforms: [target], scheduledFor };
      const created = await api.call<{ post: { _id: string } }>(user, 'POST', '/v1/posts', input);
      if (created.status !== 201) throw new Error(`a post returned ${created.status} ${JSON.stringify(created.body)}`);
      const postId = created.body.post._id;
      acknowledged.add(postId);
      proxy.setFault('reset');
      await makeDue(database, postId);
      await judgeOutage({ api, user, target, content }, findings);
      await waitForWaiting(database, postId);
      proxy.setFault();
      if (!figures[tier].waitsReally) await makeDue(database, postId);
      await waitForPublished(database, postId);
      await uploadFile(api, user, imageFile);
    }
    await worker.stop();
    findings.counts = { rounds, published: acknowledged.size };
    const posts = { ledger: await readLedger(sandbox), acknowledged };
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs(), posts };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await api.child.stop();
    await sandbox.stop();
    await s3.stop();
    return findings;
  },
};

type Outage = { api: Api; user: User; target: Target; content: string };

async function judgeOutage({ api, user, target, content }: Outage, findings: Findings): Promise<void> {
  const expect = (what: string, status: number, expected: number): void => {
    if (status !== expected) findings.faults.push(`without the media store, ${what} returned ${status}`);
  };
  expect('an upload', await uploadAsForm(api, user, imageFile), 503);
  const draft = { content: `${content}, text alone`, platforms: [target], isDraft: true };
  expect('a draft', (await api.call(user, 'POST', '/v1/posts', draft)).status, 201);
  const ready = await api.call<{ checks: { storage: string } }>(user, 'GET', '/readyz');
  expect('/readyz', ready.status, 200);
  if (ready.body.checks.storage !== 'unreachable') {
    findings.faults.push(`/readyz reported the media store as ${ready.body.checks.storage}`);
  }
}

async function makeDue({ sql }: CaseDatabase, postId: string): Promise<void> {
  await sql('UPDATE posts SET scheduled_for = now() WHERE id = $1', [postId]);
  await sql('UPDATE post_targets SET due_at = now() WHERE post_id = $1', [postId]);
}

async function waitForWaiting({ sql }: CaseDatabase, postId: string): Promise<void> {
  await waitUntil('the wait for the media store', 60_000, async () => {
    const rows = await sql(`SELECT 1 FROM post_timeline WHERE post_id = $1 AND summary LIKE '%media store%'`, [postId]);
    return rows.length > 0;
  });
}

async function waitForPublished({ sql }: CaseDatabase, postId: string): Promise<void> {
  await waitUntil('the publication', 120_000, async () => {
    const [row] = await sql<{ status: string; error: string | null }>(
      'SELECT status, error FROM post_targets WHERE post_id = $1',
      [postId],
    );
    if (row?.status === 'failed') throw new Error(`the post failed: ${row.error}`);
    return row?.status === 'published';
  });
}
