import type { ServerResponse } from 'node:http';
/** Waits in real time; never rejects. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Also aborts once the response is sent. */
export function clientClosedSignal(res: ServerResponse): AbortSignal {
  const clientClosed = new AbortController();
  res.once('close', () => clientClosed.abort());
  return clientClosed.signal;
}
