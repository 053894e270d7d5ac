import type { Clock } from './clock.ts';
import { OutboundFault } from '../outbound/fault.ts';

type TimeLimit = Disposable & { signal: AbortSignal };

/** Aborts with a `timeout` fault, or with `aborted` when `outer` aborts. */
export function timeLimit(clock: Clock, ms: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(new OutboundFault('aborted', 'the request was aborted'));
  const cancel = clock.after(ms, () => controller.abort(new OutboundFault('timeout', `no response within ${ms} ms`)));
  const end = (): void => {
    cancel();
    outer?.removeEventListener('abort', onAbort);
  };
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return { signal: controller.signal, [Symbol.dispose]: end };
}

/** The work continues after an abort. */
export async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
