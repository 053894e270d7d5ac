import { setImmediate } from 'node:timers/promises';

/** For long synchronous work, so that requests are not blocked. */
export async function letOthers(): Promise<void> {
  await setImmediate();
}
