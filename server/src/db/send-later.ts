import type { CompiledQuery, Transaction } from 'kysely';
import type { Schema } from './rows.ts';

type OnRows = (rows: readonly unknown[]) => void;

const sentLater = new WeakMap<readonly unknown[], OnRows>();

/**
 * Sends a statement together with the next one of the transaction, at the latest with its commit, which saves a round
 * trip. For statements whose result the transaction does not need: the statement that carries it throws its error, and
 * `onRows` is called before that statement resolves.
 */
export async function sendLater<Row>(
  db: Transaction<Schema>,
  query: CompiledQuery<Row>,
  onRows: (rows: readonly Row[]) => void = () => undefined,
): Promise<void> {
  // Kysely passes on the array itself, so it identifies the statement to the connection.
  sentLater.set(query.parameters, onRows as OnRows);
  await db.executeQuery(query);
}

/** The callback of a statement that may wait; undefined for all others. */
export function callbackOf(values: readonly unknown[]): OnRows | undefined {
  return sentLater.get(values);
}
