import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger, countRequests } from '../../harness/ledger.ts';
import { inParallel, sleep } from '../../harness/wait.ts';
import { endsUnknown, allPlatforms, simplest, traitsOf, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd, type Row } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 10, full: 50 };
/** Their look-up can fail independently of the send, and they accept ten posts per account and minute. */
const tried = allPlatforms.filter((name) => {
  const { lookUp, lookUpOperation, isFollowed } = traitsOf(name);
  return isFollowed !== true && (lookUp === 'none' || lookUpOperation !== undefined);
});
/** One at first and one after each wait. */
const looks = 5;

export const retryUnknownOutcomes: Case = {
  id: 'retry-unknown-outcomes',
  about:
    'Retries targets that ended with `outcomeUnknown`; nothing is sent without `confirm: true`, and nothing is sent again when a look-up finds the post.',
  run: async (testbed, { tier, overrides }) => {
    const count = overrides.get('posts') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: 1, on: tried });
    const worker = fixture.database.startWorker(fixture.options);
    await injectUnknownOutcomes(fixture, count);
    for (let n = 0; n < count; n += 1) {
      for (const platform of tried) {
        const content = `Unknown ${n} on ${platform}`;
        await createPost(fixture, { content, platforms: fixture.accounts[platform], kind: simplest(platform).kind });
      }
    }
    await waitForEnd(fixture, 40_000);
    const rows = await readTargets(fixture);
    const known = rows.filter(({ error_code: code }) => code !== 'outcomeUnknown');
    findings.faults.push(
      ...known.map((row) => `${row.content} ended ${row.status} ${row.error}, not with an unknown outcome`),
    );
    await fixture.sandbox.control('DELETE', 'faults');

    const before = await countSends(fixture);
    findings.faults.push(...(await retryAll(fixture, rows, { body: undefined, expectedStatus: 409 })));
    await sleep(500);
    const between = await countSends(fixture);
    findings.faults.push(...differences(before, between, () => 0));

    // A failed look-up must be repeated before the post is sent.
    const blind = { platform: 'bluesky', operation: 'getRecord', kind: 'errorBefore', times: Math.floor(count / 2) };
    await fixture.sandbox.control('POST', 'faults', blind);
    const confirmed = rows.filter((row) => !isLive(row));
    findings.faults.push(...(await retryAll(fixture, confirmed, { body: { confirm: true }, expectedStatus: 200 })));
    await waitForEnd(fixture, 40_000);
    const resent = (platform: Platform): number =>
      confirmed.filter((row) => row.platform === platform && isOpaque(row)).length;
    findings.faults.push(...differences(between, await countSends(fixture), resent));
    const ended = (await readTargets(fixture)).filter((row) => !isLive(row) && row.status !== 'published');
    findings.faults.push(...ended.map((row) => `${row.content} ended ${row.status} ${row.error} after the retry`));
    await worker.stop();
    findings.counts = { posts: rows.length, confirmed: confirmed.length };
    const unverifiable = new Set(rows.map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(fixture.sandbox), unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

const isOpaque = ({ platform }: Pick<Row, 'platform'>): boolean => endsUnknown(platform, { isLive: true });

/** Without look-up, every second post is live; its owner checks and does not confirm the retry. */
function isLive({ platform, content }: Pick<Row, 'platform' | 'content'>): boolean {
  return isOpaque({ platform }) && Number(content.split(' ')[1]) % 2 === 1;
}

/** Without look-up, loses every second response and fails the other sends; elsewhere all look-ups fail. */
async function injectUnknownOutcomes({ sandbox }: Fixture, count: number): Promise<void> {
  for (const platform of tried) {
    const { operation } = simplest(platform).send;
    const set = (fault: object): Promise<unknown> => sandbox.control('POST', 'faults', { platform, ...fault });
    const { lookUpOperation } = traitsOf(platform);
    if (lookUpOperation === undefined) {
      for (let n = 0; n < count; n += 1) await set({ operation, kind: n % 2 === 1 ? 'lostResponse' : 'errorBefore' });
      continue;
    }
    await set({ operation, kind: 'lostResponse', times: count });
    await set({ operation: lookUpOperation, kind: 'errorBefore', times: count * looks });
  }
}

type Retry = { body: object | undefined; expectedStatus: number };

async function retryAll(
  { api, user }: Fixture,
  rows: readonly Row[],
  { body, expectedStatus }: Retry,
): Promise<string[]> {
  const faults: string[] = [];
  await inParallel(rows, 4, async ({ post_id: id, content }) => {
    const response = await api.call(user, 'POST', `/v1/posts/${id}/retry`, body);
    if (response.status !== expectedStatus) faults.push(`the retry of ${content} returned ${response.status}`);
  });
  return faults;
}

type Sends = ReadonlyMap<Platform, number>;

async function countSends({ sandbox }: Fixture): Promise<Sends> {
  const counts = new Map<Platform, number>();
  for (const platform of tried) {
    counts.set(platform, await countRequests(sandbox, platform, simplest(platform).send.operation));
  }
  return counts;
}

function differences(before: Sends, after: Sends, expected: (platform: Platform) => number): string[] {
  return tried
    .map((platform) => ({ platform, more: (after.get(platform) ?? 0) - (before.get(platform) ?? 0) }))
    .filter(({ platform, more }) => more !== expected(platform))
    .map(({ platform, more }) => `${platform} was sent ${more} posts more instead of ${expected(platform)}`);
}
