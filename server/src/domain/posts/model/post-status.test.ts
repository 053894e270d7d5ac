import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TargetStatus } from '../../../db/post-rows.ts';
import { postStatus } from './post-status.ts';

const all: TargetStatus[] = ['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled'];

test('derives the status of every combination of four targets as the table says, in any order', () => {
  for (const a of all)
    for (const b of all)
      for (const c of all)
        for (const d of all) {
          const statuses = [a, b, c, d];
          assert.equal(postStatus(statuses), expected(new Set(statuses)), statuses.join(' '));
          assert.equal(postStatus(statuses.toReversed()), postStatus(statuses));
        }
});

test('a post without targets is a draft, and a single target determines the status', () => {
  assert.equal(postStatus([]), 'draft');
  const alone = all.map((status) => postStatus([status]));
  assert.deepEqual(alone, ['draft', 'scheduled', 'queued', 'publishing', 'published', 'failed', 'canceled']);
});

/** The table of statuses in docs/api-rules.md, implemented a second time. */
function expected(has: ReadonlySet<TargetStatus>): string {
  if (has.has('publishing')) return 'publishing';
  if (has.has('pending')) return 'queued';
  if (has.has('scheduled')) return 'scheduled';
  if (has.has('draft')) return 'draft';
  if (has.has('published')) return has.has('failed') ? 'partially_failed' : 'published';
  return has.has('failed') ? 'failed' : 'canceled';
}
