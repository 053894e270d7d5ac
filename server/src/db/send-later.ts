import type { CompiledQuery, Transaction } from 'kysely';
import { connectionOf } from './executor.ts';
import type { Schema } from './rows.ts';

/**
 * Sends a statement with the next one of the transaction, or with its commit, which saves a round trip. The statement that
 * carries it throws its error; `onRows` is called before that statement resolves.
 */
export function sendLater<Row>(
  db: Transaction<Schema>,
  { sql, parameters }: CompiledQuery<Row>,
  onRows?: (rows: readonly Row[]) => void,
): void {
  connectionOf(db).wait(sql, parameters, onRows as (rows: readonly unknown[]) => void);
}

/** The returned function returns the rows once the next statement has resolved. */
export function readLater<Row>(db: Transaction<Schema>, query: CompiledQuery<Row>): () => readonly Row[] {
  let read: readonly Row[] | undefined;
  sendLater(db, query, (rows) => {
    read = rows;
  });
  return () => {
    if (read === undefined) throw new Error('the statement waits for the next one of the transaction');
    return read;
  };
}
