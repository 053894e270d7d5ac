import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db, Tx } from './client.ts';

/** Stands for a value while the text is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Without this, a calculation would silently result in NaN. */
  valueOf(): never {
    throw new Error(`calculate ${this.name} in SQL or before it is passed to the statement`);
  }
}

/**
 * Builds the text once, because hot paths use it: building takes longer than sending. `build` gets a placeholder for each value
 * and can only pass it on to `sql`.
 */
export function createStatement<Values extends object, Row = unknown>(
  build: (values: Values) => RawBuilder<Row>,
): (db: Db | Tx, values: Values) => CompiledQuery<Row> {
  const placeholders = new Proxy({} as Values, {
    get: (_values, name) => new Placeholder(String(name)),
  });
  let built: CompiledQuery<Row> | undefined;
  return (db, values) => {
    const { sql, parameters } = (built ??= build(placeholders).compile(db));
    const parameterOf = (one: unknown): unknown =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one;
    return CompiledQuery.raw(sql, parameters.map(parameterOf));
  };
}
