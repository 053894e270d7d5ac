const rememberedMax = 500;

/** Begins a statement whose best plan depends on its values, which must not be planned once for all. */
export const planEachTime = '/* plan each time */';

/**
 * Names each statement text, so that PostgreSQL parses and plans it once per connection. Only the first 500 texts get a
 * name, because the server keeps named statements for the life of the connection.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (text.startsWith(planEachTime)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= rememberedMax) return known;
    const name = `herald_${names.size}`;
    names.set(text, name);
    return name;
  };
}
