import pg from 'pg';
import { resultOf } from '../src/db/prepared-run.ts';
import type { PlatformAdapter } from '../src/platforms/adapter.ts';

/** In the order in which a target passes them; direct messages start at `intent`. */
type Point = 'claimed' | 'intent' | 'bytesSent' | 'responseRead' | 'beforeCommit' | 'afterCommit';

export type Failpoint = {
  platforms: readonly string[];
  point: Point;
  /** `wait`: to be killed. `stop`: the process stops until it is continued. */
  halt: 'wait' | 'stop';
};

type Halt = (values: readonly unknown[]) => Promise<void>;
type Query = { text: string; values: readonly unknown[] };

/**
 * Wraps adapters and the database driver. `aim` names posts by ID and text, and direct messages by key and text, where
 * both are the same; each triggers once.
 */
export function createFailpoint({ point, platforms, halt }: Failpoint, report: (event: string) => void) {
  const aims = new Set<unknown>();
  const pause: Halt = async (values) => {
    const met = values.filter((value) => aims.has(value));
    if (met.length === 0) return;
    for (const value of met) aims.delete(value);
    report('failpoint');
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

/** By then the request is sent, and the sandbox takes longer to respond. */
const bytesOutMs = 250;

function haltSends(adapter: PlatformAdapter, point: Point, pause: Halt): PlatformAdapter {
  const halting = async <Outcome>(text: string, sent: Promise<Outcome>): Promise<Outcome> => {
    if (point === 'bytesSent') {
      await new Promise((resolve) => setTimeout(resolve, bytesOutMs));
      await pause([text]);
    }
    const outcome = await sent;
    if (point === 'responseRead') await pause([text]);
    return outcome;
  };
  const { publish, inbox } = adapter;
  const send: typeof publish.send = (call, post, publishState) =>
    halting(post.text, publish.send(call, post, publishState));
  if (inbox === undefined) return { ...adapter, publish: { ...publish, send } };
  const sendMessage: typeof inbox.send = (call, message) =>
    halting('text' in message.content ? message.content.text : '', inbox.send(call, message));
  return { ...adapter, publish: { ...publish, send }, inbox: { ...inbox, send: sendMessage } };
}

type Result = Parameters<typeof resultOf>[0];
type Run = (query: Query | Batch) => Promise<Result>;
/** `db/prepared-run.ts` passes this to the driver. */
type Batch = { statements: readonly Query[]; callback(error: unknown, results?: Result[]): void };
type Mark = { what: 'claim' | 'intent' | 'result'; values: readonly unknown[] };

/** Recognizes statements by text, and transactions by what they wrote. */
function haltQueries(point: Point, pause: Halt): void {
  const marks = new WeakMap<object, Mark>();
  const prototype = pg.Client.prototype as unknown as { query: Run };
  const real = prototype.query;
  prototype.query = async function (this: { query: Run }, query: Query | Batch, ...rest: []) {
    if ('statements' in query) return runOneByOne(this, query);
    const text = String((query as Partial<Query>).text ?? '');
    const isCommit = text === 'commit';
    const mark = isCommit ? marks.get(this) : undefined;
    if (isCommit || text === 'begin') marks.delete(this);
    if (point === 'beforeCommit' && mark?.what === 'result') await pause(mark.values);
    const result = await real.call(this, query, ...rest);
    // A worker that lost its claim updates no row.
    if (text.startsWith('update "post_targets"') && result.rows.length > 0) {
      if (query.values.includes('sending')) marks.set(this, { what: 'intent', values: query.values });
      if (query.values.includes('published')) marks.set(this, { what: 'result', values: query.values });
    }
    if (text.includes('INSERT INTO message_sends') && result.rows.length > 0) {
      marks.set(this, { what: 'intent', values: query.values });
    }
    if (text.includes('UPDATE message_sends SET outcome')) marks.set(this, { what: 'result', values: query.values });
    if (point === 'afterCommit' && mark?.what === 'result') await pause(mark.values);
    if (point === 'intent' && mark?.what === 'intent') await pause(mark.values);
    if (text.includes('claimed_at = least')) {
      marks.set(this, { what: 'claim', values: result.rows.map(({ post_id: postId }) => postId) });
    }
    // Before the commit, killing the worker would undo the claim.
    if (point === 'claimed' && mark?.what === 'claim') await Promise.all(mark.values.map((postId) => pause([postId])));
    return result;
  };
}

/** Allows a failpoint between two statements of a batch. */
async function runOneByOne(client: { query: Run }, { statements, callback }: Batch): Promise<Result> {
  const results: Result[] = [];
  try {
    for (const statement of statements) results.push(resultOf(await client.query(statement)));
    callback(null, results);
  } catch (error) {
    callback(error);
  }
  return { command: '', rowCount: 0, rows: [] };
}
