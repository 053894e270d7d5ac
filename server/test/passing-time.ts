import { realClock, within } from '../src/kernel/time/clock.ts';

/** Advances a manual clock until the work is done, which waits for the platform meanwhile. */
export async function passingTime<Result>(
  { advance }: { advance(ms: number): Promise<void> },
  work: Promise<Result>,
): Promise<Result> {
  const settled = work.then((result) => ({ result }));
  for (;;) {
    const done = await within(realClock, 20, settled);
    if (done !== undefined) return done.result;
    await advance(1000);
  }
}
