import { readRequests } from '../../harness/ledger.ts';
import { makePost } from './posts.ts';
import { scaled } from './scaled.ts';
import type { Scene } from './scene.ts';

const content = 'Refused without a word';

/** A request without effect, which nobody can know: the look finds nothing. */
export async function makeUnsent(scene: Scene): Promise<void> {
  const fault = { platform: 'bluesky', operation: 'createRecord', kind: 'errorBefore' };
  await scene.sandbox.control('POST', 'faults', fault);
  await makePost(scene, { content, platforms: scene.accounts.bluesky.slice(0, 1), kind: 'text' });
}

/** It went out in the end, and not before lease and settle wait were over. */
export async function judgeUnsent({ sandbox }: Scene): Promise<string[]> {
  const requests = await readRequests(sandbox, 'bluesky');
  const [first, second, ...more] = requests
    .filter(({ operation, body }) => operation === 'createRecord' && textOf(body) === content)
    .map(({ at }) => new Date(at).getTime());
  if (first === undefined || second === undefined || more.length > 0)
    return [`${content}: not sent again, or too often`];
  const waitMs = scaled.publishLeaseMs + scaled.publishSettleMs;
  // The intent is written a moment before the request.
  return second - first >= waitMs - 500 ? [] : [`${content}: sent again after ${second - first} ms`];
}

function textOf(body: Record<string, unknown> | null): string | undefined {
  return (body?.['record'] as { text?: string } | undefined)?.text;
}
