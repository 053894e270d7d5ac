import { AppError } from '../../../kernel/errors.ts';
import type { Ctx, Scope } from '../../context.ts';
import { extendUpload } from '../media-store.ts';

/** How long a ticket is blocked if the process dies during the upload. */
export const claimMs = 30_000;
const beatMs = 10_000;

type Held = { scope: Scope; claim: { key: string; token: string }; source: AsyncIterable<Uint8Array> };

/**
 * Renews the claim. The source throws at its end if the claim was lost, so that a late upload does not replace a newer file.
 */
export async function holdClaim<Result>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  { scope, claim, source }: Held,
  work: (source: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const extend = (): Promise<boolean> => extendUpload(ctx.db, scope, { ...claim, leaseMs: claimMs });
  const beat = async (): Promise<void> => {
    for (;;) {
      await ctx.clock.sleep(beatMs, ended.signal);
      if (ended.signal.aborted) return;
      // Ignores failures: the end of the source checks whether the claim was lost.
      await extend().catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'the claim on an upload could not be renewed'),
      );
    }
  };
  const beating = beat();
  async function* guardedSource(): AsyncGenerator<Uint8Array> {
    yield* source;
    if (!(await extend())) throw new AppError('uploadGone', 'Another upload to this URL has started');
  }
  try {
    return await work(guardedSource());
  } finally {
    ended.abort();
    await beating;
  }
}
