import type pg from 'pg';
import { databaseFailure } from './failure.ts';
import { columnsOf, resultOf, runPrepared, type Columns, type Result } from './prepared-run.ts';
import { createStatementNames } from './statement-names.ts';

type OnRows = (rows: readonly unknown[]) => void;
type Statement = { text: string; values: readonly unknown[]; onRows?: OnRows | undefined };

/** A client of the pool while it is in use. */
export type Connection = {
  query(text: string, values: readonly unknown[]): Promise<Result>;
  /** Sends a statement with the next one. That one throws its error; `onRows` is called before that one resolves. */
  wait(text: string, values: readonly unknown[], onRows?: OnRows): void;
  release(): void;
};

/** Names statements, sends waiting ones together, maps a lost database to 503, and discards clients in an unknown state. */
export function createConnections(): (client: pg.PoolClient) => Connection {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const nameOf = createStatementNames();
  return (client) => {
    const known = connections.get(client);
    if (known !== undefined) return known;
    const connection = connectionOn(client, nameOf);
    connections.set(client, connection);
    return connection;
  };
}

type NameOf = ReturnType<typeof createStatementNames>;

const nothing: Omit<Result, 'command'> = { rowCount: 0, rows: [] };

function connectionOn(client: pg.PoolClient, nameOf: NameOf): Connection {
  let waiting: Statement[] = [];
  let isInDoubt = false;
  const prepared: Prepared = { nameOf, columns: new Map() };
  return {
    wait: (text, values, onRows) => void waiting.push({ text, values, onRows }),
    query: async (text, values) => {
      const preceding = waiting;
      waiting = [];
      const ended = endUnsent(text, preceding);
      if (ended !== undefined) return ended;
      const statements = text === 'rollback' ? [{ text, values }] : [...preceding, { text, values }];
      try {
        return await send(client, statements, prepared);
      } catch (error) {
        // The driver's stack leads to the socket instead of the caller.
        if (error instanceof Error) Error.captureStackTrace(error);
        const failure = databaseFailure(error);
        isInDoubt ||= failure !== error || text === 'rollback';
        throw failure;
      }
    },
    release: () => {
      waiting = [];
      client.release(isInDoubt);
    },
  };
}

/** Ends a transaction that the server does not know yet. */
function endUnsent(text: string, preceding: readonly Statement[]): Result | undefined {
  if (preceding[0]?.text !== 'begin') return undefined;
  if (text === 'rollback') return { ...nothing, command: 'ROLLBACK' };
  return text === 'commit' && preceding.length === 1 ? { ...nothing, command: 'COMMIT' } : undefined;
}

type Prepared = { nameOf: NameOf; columns: Map<string, Columns> };

/**
 * Sends several statements in one message only if all are prepared: a failed one would leave open which of the later ones were
 * prepared.
 */
async function send(client: pg.PoolClient, statements: readonly Statement[], prepared: Prepared): Promise<Result> {
  const isAlone = statements.length === 1;
  const named = statements.map(({ text, values }) => {
    const name = isAlone && values.length === 0 ? undefined : prepared.nameOf(text);
    return { name, text, values, columns: name === undefined ? undefined : prepared.columns.get(name) };
  });
  if (named.every(isPrepared)) {
    const results = await runPrepared(client, named);
    statements.forEach(({ onRows }, index) => onRows?.(results[index]?.rows ?? []));
    return results.at(-1) ?? { ...nothing, command: '' };
  }
  let result: Result = { ...nothing, command: '' };
  for (const [index, { name, text, values }] of named.entries()) {
    const unnamed = { text, values: [...values] };
    const received = await client.query<Record<string, unknown>>(name === undefined ? unnamed : { ...unnamed, name });
    if (name !== undefined) prepared.columns.set(name, columnsOf(received));
    result = resultOf(received);
    statements[index]?.onRows?.(result.rows);
  }
  return result;
}

type Named = Statement & { name: string | undefined; columns: Columns | undefined };

function isPrepared(statement: Named): statement is Named & { name: string; columns: Columns } {
  return statement.name !== undefined && statement.columns !== undefined;
}
