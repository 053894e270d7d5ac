import { readRequests } from '../../harness/ledger.ts';
import { createPost } from './posts.ts';
import { scaled } from './scaled.ts';
import type { Fixture } from './fixture.ts';

const content = 'Refused without a word';

/** Its first send fails without effect, so the look-up finds nothing. */
export async function createUnsentPost(fixture: Fixture): Promise<void> {
  const fault = { platform: 'bluesky', operation: 'createRecord', kind: 'errorBefore' };
  await fixture.sandbox.control('POST', 'faults', fault);
  await createPost(fixture, { content, platforms: fixture.accounts.bluesky.slice(0, 1), kind: 'text' });
}

export async function checkUnsentPost({ sandbox }: Fixture): Promise<string[]> {
  const requests = await readRequests(sandbox, 'bluesky');
  const [first, second, ...more] = requests
    .filter(({ operation, body }) => operation === 'createRecord' && textOf(body) === content)
    .map(({ at }) => new Date(at).getTime());
  if (first === undefined || second === undefined || more.length > 0)
    return [`${content}: not sent again, or too often`];
  const waitMs = scaled.publishLeaseMs + scaled.publishSettleMs;
  // Lease and settle wait start shortly before the request.
  return second - first >= waitMs - 500 ? [] : [`${content}: sent again after ${second - first} ms`];
}

function textOf(body: Record<string, unknown> | null): string | undefined {
  return (body?.['record'] as { text?: string } | undefined)?.text;
}
