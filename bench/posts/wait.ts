import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

// Each look reads dead rows of published posts, at the expense of Herald.
const lookEveryMs = 100;

export async function waitForPosts(db: pg.Client, withinMs: number): Promise<number> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const { rows } = await db.query<{ open: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM post_targets WHERE due_at IS NOT NULL) AS open',
    );
    if (rows[0]?.open === false) return Date.now();
    if (Date.now() > deadlineMs) throw new Error('the posts were not published in time');
    await sleep(lookEveryMs);
  }
}
