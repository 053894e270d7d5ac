import pg from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';

export type Row = Record<string, unknown>;
export type Result = { command: string; rowCount: number; rows: Row[] };

type Parser = (text: string) => unknown;

/** The columns of a prepared statement. They stay the same: the server refuses a plan that would change them. */
export type Columns = { properties: readonly string[]; parsers: readonly Parser[] };

type PreparedStatement = { name: string; text: string; values: readonly unknown[]; columns: Columns };

type Callback = (error: Error | null, results?: Result[]) => void;
type DataRow = { fields: readonly (string | null)[] };

/**
 * Runs statements that the connection has prepared, in one round trip. The server skips the rest after an error, up to the
 * single `Sync` at the end. Unlike the driver's own queries, it does not ask for the columns each time, which takes
 * the driver longer than reading a row.
 */
export function runPrepared(client: pg.PoolClient, statements: readonly PreparedStatement[]): Promise<Result[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new PreparedRun(statements, (error, results = []) => {
        if (error === null) resolve(results);
        else reject(error);
      }),
    );
  });
}

export function columnsOf({ fields }: Pick<pg.QueryResult, 'fields'>): Columns {
  return {
    properties: fields.map(({ name }) => propertyOf(name)),
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as Parser),
  };
}

/** The driver's rows, with property names instead of column names. */
export function resultOf({
  command,
  rowCount,
  rows,
}: Pick<pg.QueryResult<Row>, 'command' | 'rowCount' | 'rows'>): Result {
  return { command, rowCount: rowCount ?? 0, rows: rows.map(inPropertyNames) };
}

function inPropertyNames(row: Row): Row {
  const named: Row = {};
  for (const [column, value] of Object.entries(row)) named[propertyOf(column)] = value;
  return named;
}

const properties = new Map<string, string>();

function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replaceAll(/_+([^_])/g, (_match, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

/** Implements what the driver calls on a query. */
class PreparedRun implements pg.Submittable {
  /** The driver wraps it to stop its timeout. */
  callback: Callback;
  /** Suites that halt between two statements send them one by one. */
  readonly statements: readonly PreparedStatement[];
  readonly #results: Result[] = [];
  #rows: Row[] = [];
  #fault: Error | undefined;

  constructor(statements: readonly PreparedStatement[], callback: Callback) {
    this.statements = statements;
    this.callback = callback;
  }

  /** Returns the error of a value that cannot be sent; then nothing was sent. */
  submit({ stream }: pg.Connection): unknown {
    try {
      const messages = this.statements.flatMap(({ name, values }) => [
        serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue }),
        serialize.execute(),
      ]);
      // One buffer, because the socket takes longer for many small ones.
      stream.write(Buffer.concat([...messages, serialize.sync()]));
      return null;
    } catch (error) {
      return error;
    }
  }

  handleDataRow({ fields }: DataRow): void {
    const columns = this.statements[this.#results.length]?.columns;
    if (columns === undefined) return;
    const row: Row = {};
    try {
      fields.forEach((text, index) => {
        const [property = '', parse] = [columns.properties[index], columns.parsers[index]];
        row[property] = text === null || parse === undefined ? text : parse(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // Such as `SELECT 1`, `INSERT 0 1` or `COMMIT`.
    const [command = '', ...counts] = text.split(' ');
    this.#results.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows });
    this.#rows = [];
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#fault === undefined) this.callback(null, this.#results);
    else this.callback(this.#fault);
  }
}
