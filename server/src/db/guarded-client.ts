import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { databaseFailure } from './failure.ts';
import { callbackOf } from './send-later.ts';
import { sendBatch, type Statement } from './send-batch.ts';
import { createStatementNames } from './statement-names.ts';

type Waiting = { text: string; values: readonly unknown[]; onRows?: ((rows: readonly unknown[]) => void) | undefined };
type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

/** Names statements, batches those that may wait, maps a lost database to 503, and discards clients in an unknown state. */
export function createGuard(): (client: pg.PoolClient) => PostgresPoolClient {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const nameOf = createStatementNames();
  return (client) => {
    const known = guarded.get(client);
    if (known !== undefined) return known;
    const wrapped = guardClient(client, nameOf) as PostgresPoolClient;
    guarded.set(client, wrapped);
    return wrapped;
  };
}

type NameOf = ReturnType<typeof createStatementNames>;

function guardClient(client: pg.PoolClient, nameOf: NameOf): Pick<PostgresPoolClient, 'release'> & { query: unknown } {
  const waiting: Waiting[] = [];
  const prepared = new Set<string>();
  let isInDoubt = false;
  const query = async (text: string, values: readonly unknown[]): Promise<Result> => {
    const onRows = callbackOf(values);
    if (text === 'begin' || onRows !== undefined) {
      waiting.push({ text, values, onRows });
      return resultOf('');
    }
    const preceding = waiting.splice(0);
    const ending = endUnsent(text, preceding);
    if (ending !== undefined) return ending;
    const statements = text === 'rollback' ? [{ text, values }] : [...preceding, { text, values }];
    try {
      return await send(client, statements, { nameOf, prepared });
    } catch (error) {
      const failure = databaseFailure(error);
      isInDoubt ||= failure !== error;
      throw failure;
    }
  };
  const release = (destroy?: boolean): void => {
    waiting.length = 0;
    client.release(destroy === true || isInDoubt);
  };
  return { query, release };
}

/** Ends a transaction that the server does not know yet. */
function endUnsent(text: string, preceding: readonly Waiting[]): Result | undefined {
  if (preceding[0]?.text !== 'begin') return undefined;
  if (text === 'rollback') return resultOf('ROLLBACK');
  return text === 'commit' && preceding.length === 1 ? resultOf('COMMIT') : undefined;
}

function resultOf(command: string): Result {
  return { command, rowCount: 0, rows: [] };
}

type Names = { nameOf: NameOf; prepared: Set<string> };

/**
 * Sends several statements in one message only if all are prepared: a failed one would leave open which of the later ones were
 * prepared.
 */
async function send(client: pg.PoolClient, waiting: readonly Waiting[], { nameOf, prepared }: Names): Promise<Result> {
  const isAlone = waiting.length === 1;
  const statements: Statement[] = waiting.map(({ text, values }) => {
    const name = isAlone && values.length === 0 ? undefined : nameOf(text);
    return { text, values: [...values], ...(name === undefined ? {} : { name }) };
  });
  const isPrepared = statements.every(({ name }) => name !== undefined && prepared.has(name));
  if (!isAlone && isPrepared) {
    const results = await sendBatch(client, statements);
    waiting.forEach(({ onRows }, index) => onRows?.(results[index]?.rows ?? []));
    return results.at(-1) ?? resultOf('');
  }
  let result = resultOf('');
  for (const [index, statement] of statements.entries()) {
    result = await client.query(statement);
    if (statement.name !== undefined) prepared.add(statement.name);
    waiting[index]?.onRows?.(result.rows);
  }
  return result;
}
