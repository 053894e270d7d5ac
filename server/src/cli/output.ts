export function print(result: object, { json }: { json?: boolean | undefined }, text: string): void {
  process.stdout.write(json === true ? `${JSON.stringify(result, null, 2)}\n` : `${text}\n`);
}

/** On stderr, so that stdout has only the result. */
export function reportProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function columns<Row>(rows: readonly Row[], fields: Readonly<Record<string, (row: Row) => string>>): string {
  if (rows.length === 0) return 'none';
  const cells = [Object.keys(fields), ...rows.map((row) => Object.values(fields).map((read) => read(row)))];
  const widths = Object.keys(fields).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const jsonOption = ['--json', 'print JSON instead of text'] as const;
