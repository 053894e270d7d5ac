import { AppError } from '../../../kernel/errors.ts';
import type { Ctx, Scope } from '../../context.ts';
import { extendUpload } from '../media-store.ts';

/** So long a ticket stays taken by a process that has died. */
export const claimMs = 30_000;
const beatMs = 10_000;

type Held = { scope: Scope; claim: { key: string; token: string }; source: AsyncIterable<Uint8Array> };

/** Keeps the claim while the work goes on; the source ends well only if it was kept, so that no late file takes its place. */
export async function holdClaim<Result>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  { scope, claim, source }: Held,
  work: (source: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const extend = (): Promise<boolean> => extendUpload(ctx.db, scope, { ...claim, untilMs: claimMs });
  const beat = async (): Promise<void> => {
    for (;;) {
      await ctx.clock.sleep(beatMs, ended.signal);
      if (ended.signal.aborted) return;
      // A database that is away for a moment costs a beat; whether the claim was lost is asked at the end.
      await extend().catch((error: unknown) => ctx.log.warn({ err: error }, 'the claim of an upload was not extended'));
    }
  };
  const beating = beat();
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* source;
    if (!(await extend())) throw new AppError('uploadGone', 'Another upload to this address has begun');
  }
  try {
    return await work(whole());
  } finally {
    ended.abort();
    await beating;
  }
}
