import pg from 'pg';
import type { PlatformAdapter } from '../src/platforms/adapter.ts';

/** Where a worker can be made to halt, in the order in which a target passes. */
type Point = 'claimed' | 'intent' | 'bytesSent' | 'answerRead' | 'beforeCommit' | 'afterCommit';

export type Failpoint = {
  platforms: readonly string[];
  point: Point;
  /** Waits to be killed, or stops the whole process until somebody wakes it. */
  halt: 'wait' | 'stop';
};

type Halt = (values: readonly unknown[]) => Promise<void>;
type Query = { text: string; values: readonly unknown[] };

/**
 * The product has no such places: they are put around its adapters and its driver. `aim` names posts by id and text;
 * each of them is met once.
 */
export function createFailpoint({ point, platforms, halt }: Failpoint, say: (event: string) => void) {
  const aims = new Set<unknown>();
  const pause: Halt = async (values) => {
    const met = values.filter((value) => aims.has(value));
    if (met.length === 0) return;
    for (const value of met) aims.delete(value);
    say('failpoint');
    if (halt === 'stop') process.kill(process.pid, 'SIGSTOP');
    else await new Promise(() => undefined);
  };
  haltQueries(point, pause);
  return {
    aim: (values: readonly string[]) => values.forEach((value) => aims.add(value)),
    around: (adapter: PlatformAdapter): PlatformAdapter =>
      platforms.includes(adapter.name) ? haltSends(adapter, point, pause) : adapter,
  };
}

/** So that the request is out and its answer is not in yet: the network is slower than this. */
const bytesOutMs = 250;

function haltSends(adapter: PlatformAdapter, point: Point, pause: Halt): PlatformAdapter {
  const { send } = adapter.publish;
  const halting: typeof send = async (call, post, handle) => {
    const sent = send(call, post, handle);
    if (point === 'bytesSent') {
      await new Promise((resolve) => setTimeout(resolve, bytesOutMs));
      await pause([post.text]);
    }
    const outcome = await sent;
    if (point === 'answerRead') await pause([post.text]);
    return outcome;
  };
  return { ...adapter, publish: { ...adapter.publish, send: halting } };
}

type Run = (query: Query) => Promise<{ rows: Record<string, unknown>[] }>;
type Mark = { what: 'intent' | 'result'; values: readonly unknown[] };

/** Statements are known by what they say, and a transaction by what it has written so far. */
function haltQueries(point: Point, pause: Halt): void {
  const marks = new WeakMap<object, Mark>();
  const prototype = pg.Client.prototype as unknown as { query: Run };
  const real = prototype.query;
  prototype.query = async function (this: object, query: Query, ...rest: []) {
    const text = String((query as Partial<Query>).text ?? '');
    const isCommit = text === 'commit';
    const mark = isCommit ? marks.get(this) : undefined;
    if (isCommit || text === 'begin') marks.delete(this);
    if (point === 'beforeCommit' && mark?.what === 'result') await pause(mark.values);
    const result = await real.call(this, query, ...rest);
    // A worker that has lost its claim changes no row.
    if (text.startsWith('update "post_targets"') && result.rows.length > 0) {
      if (query.values.includes('sending')) marks.set(this, { what: 'intent', values: query.values });
      if (query.values.includes('published')) marks.set(this, { what: 'result', values: query.values });
    }
    if (point === 'afterCommit' && mark?.what === 'result') await pause(mark.values);
    if (point === 'intent' && mark?.what === 'intent') await pause(mark.values);
    if (point === 'claimed' && text.includes('claimed_at = coalesce')) {
      await Promise.all(result.rows.map(({ post_id: postId }) => pause([postId])));
    }
    return result;
  };
}
