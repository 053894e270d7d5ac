import { setImmediate } from 'node:timers/promises';

/** Long work without waits calls this now and then, so that requests beside it are answered. */
export async function letOthers(): Promise<void> {
  await setImmediate();
}
