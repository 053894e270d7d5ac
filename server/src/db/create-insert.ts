import { CompiledQuery } from 'kysely';

type Insert<Row> = {
  table: string;
  columns: readonly (keyof Row & string)[];
  /** Written as JSON: the driver would write arrays as PostgreSQL arrays. */
  json?: readonly (keyof Row & string)[];
};

/** Builds the text once per number of rows, because hot paths use it. */
export function createInsert<Row extends object>({
  table,
  columns,
  json = [],
}: Insert<Row>): (rows: readonly Row[]) => CompiledQuery {
  const isJson = new Set<string>(json);
  const names = columns.map(columnName).join(', ');
  const texts = new Map<number, string>();
  const textFor = (rowCount: number): string => {
    const known = texts.get(rowCount);
    if (known !== undefined) return known;
    const tuples = Array.from({ length: rowCount }, (_, row) => {
      return `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`;
    });
    const text = `INSERT INTO ${table} (${names}) VALUES ${tuples.join(', ')}`;
    texts.set(rowCount, text);
    return text;
  };
  return (rows) => {
    const values: unknown[] = [];
    for (const row of rows) {
      for (const column of columns) {
        const value = row[column];
        values.push(isJson.has(column) && value !== null ? JSON.stringify(value) : value);
      }
    }
    return CompiledQuery.raw(textFor(rows.length), values);
  };
}

function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
