import assert from 'node:assert/strict';

/** Polls in real time: for what happens outside the app, such as a request of the sandbox. */
export async function waitFor(what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await isReached()); waitedMs += 20) {
    assert.ok(waitedMs < 10_000, `${what} did not happen within 10 seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
