import { realClock, within } from '../src/kernel/time/clock.ts';

/** Advances a manual clock until work that waits for the platform is done. */
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
