import { setImmediate } from 'node:timers/promises';

/** Long synchronous work calls this regularly so that requests are not blocked. */
export async function letOthers(): Promise<void> {
  await setImmediate();
}
