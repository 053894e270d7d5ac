import assert from 'node:assert/strict';
import type { TestApp } from './harness.ts';

/** Polls in real time, for what happens outside the app. */
export async function waitFor(what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await isReached()); waitedMs += 20) {
    assert.ok(waitedMs < 10_000, `${what} did not happen within 10 seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function untilBlocked({ sql }: Pick<TestApp, 'sql'>, count = 1): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitFor('a lock', async () => (await sql(waiting)).length >= count);
}
