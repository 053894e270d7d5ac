import type { Target } from '../../harness/sandbox-account.ts';
import type { User } from '../../harness/testbed.ts';
import { sleep } from '../../harness/wait.ts';

/** Repeat requests that get 503, as the API asks clients to. */
export type PostingClients = AsyncDisposable & {
  acknowledged: ReadonlyMap<string, string>;
  unavailable(): number;
  failures: readonly string[];
  lastStartMs(): number;
  lastAcknowledgedMs(): number;
  /** Waits for posts that are being created. */
  stop(): Promise<void>;
};

type Options = { baseUrl: string; user: User; targets: readonly Target[] };

const [clientCount, pauseMs, repeatAfterMs] = [5, 500, 1000];
/** Lead time plus the longest request, which may wait before the lead time is checked. */
const leadMs = 60_000 + 40_000;
const repeatForMs = 240_000;

export function startPostingClients({ baseUrl, user, targets }: Options): PostingClients {
  const acknowledged = new Map<string, string>();
  const failures: string[] = [];
  let [isOver, serial, unavailable, lastStartMs, lastAcknowledgedMs] = [false, 0, 0, 0, 0];
  const create = async (n: number): Promise<void> => {
    const content = `Failover ${n}`;
    const giveUpMs = Date.now() + repeatForMs;
    for (;;) {
      const startedMs = Date.now();
      const input = { content, ...modeOf(n, targets) };
      const { status, text } = await post(baseUrl, { user, input, requestId: `failover-${n}` });
      if (status === 201 || status === 200) {
        acknowledged.set(idIn(text), content);
        [lastStartMs, lastAcknowledgedMs] = [Math.max(lastStartMs, startedMs), Date.now()];
        return;
      }
      if (status !== 503 || startedMs > giveUpMs) {
        failures.push(`${content} returned ${status} ${text}`);
        return;
      }
      unavailable += 1;
      await sleep(repeatAfterMs);
    }
  };
  const client = async (): Promise<void> => {
    while (!isOver) {
      await create((serial += 1));
      await sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: clientCount }, client));
  const stop = async (): Promise<void> => {
    isOver = true;
    await running;
  };
  return {
    ...{ acknowledged, failures, stop, [Symbol.asyncDispose]: stop },
    unavailable: () => unavailable,
    lastStartMs: () => lastStartMs,
    lastAcknowledgedMs: () => lastAcknowledgedMs,
  };
}

function modeOf(n: number, targets: readonly Target[]): object {
  if (n % 4 === 0) return { isDraft: true };
  const platforms = [targets[n % targets.length]];
  if (n % 4 === 1) return { platforms, scheduledFor: new Date(Date.now() + leadMs).toISOString() };
  return { platforms, publishNow: true };
}

type Attempt = { user: User; input: object; requestId: string };

/** Status 0: the connection failed. */
async function post(baseUrl: string, { user, input, requestId }: Attempt): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`${baseUrl}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify(input),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error instanceof Error ? (error.cause ?? error) : error) };
  }
}

/** A repeated request returns the post of the earlier one. */
function idIn(text: string): string {
  const { post: created, existingPost } = JSON.parse(text) as Partial<Record<'post' | 'existingPost', { _id: string }>>;
  return (created ?? existingPost)?._id ?? '';
}
