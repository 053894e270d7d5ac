import type { CompiledQuery, Transaction } from 'kysely';
import type { Schema } from './rows.ts';

type OnRows = (rows: readonly unknown[]) => void;

const sentLater = new WeakMap<readonly unknown[], OnRows>();

/**
 * Sends a statement with the next one of the transaction, or with its commit, which saves a round trip. The statement that
 * carries it throws its error; `onRows` is called before that statement resolves.
 */
export async function sendLater<Row>(
  db: Transaction<Schema>,
  query: CompiledQuery<Row>,
  onRows: (rows: readonly Row[]) => void = () => undefined,
): Promise<void> {
  // Kysely passes on this array, so it identifies the statement.
  sentLater.set(query.parameters, onRows as OnRows);
  await db.executeQuery(query);
}

/** The returned function returns the rows once the next statement has resolved. */
export async function readLater<Row>(
  db: Transaction<Schema>,
  query: CompiledQuery<Row>,
): Promise<() => readonly Row[]> {
  let read: readonly Row[] | undefined;
  await sendLater(db, query, (rows) => {
    read = rows.map((row) => inPropertyNames(row));
  });
  return () => {
    if (read === undefined) throw new Error('the statement waits for the next one of the transaction');
    return read;
  };
}

const properties = new Map<string, string>();

/** Kysely converts column names only for a statement's own rows. */
function inPropertyNames<Row>(row: Row): Row {
  const named: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row as object)) named[propertyOf(column)] = value;
  return named as Row;
}

function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

/** Undefined for statements that may not wait. */
export function callbackOf(values: readonly unknown[]): OnRows | undefined {
  return sentLater.get(values);
}
