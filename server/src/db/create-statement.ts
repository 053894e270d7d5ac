import { CompiledQuery } from 'kysely';
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

type Statement<Row> = { compile(db: Db | Tx): CompiledQuery<Row> };
type Built = { text: string; parameters: readonly unknown[] };

/**
 * Builds the text once per set of given values, because hot paths use it: building takes longer than sending. `build` gets a
 * placeholder for each value and can only pass it on to `sql` or to a query.
 */
export function createStatement<Values extends object, Row = unknown>(
  build: (values: Values, db: Db | Tx) => Statement<Row>,
): (db: Db | Tx, values: Values) => CompiledQuery<Row> {
  const texts = new Map<string, Built>();
  return (db, values) => {
    const byName = values as Readonly<Record<string, unknown>>;
    const names = Object.keys(byName).filter((name) => byName[name] !== undefined);
    const key = names.join(' ');
    let built = texts.get(key);
    if (built === undefined) {
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values;
      const { sql: text, parameters } = build(placeholders, db).compile(db);
      built = { text, parameters };
      texts.set(key, built);
    }
    return CompiledQuery.raw(built.text, valuesOf(built, byName));
  };
}

function valuesOf({ parameters }: Built, values: Readonly<Record<string, unknown>>): unknown[] {
  return parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
}
