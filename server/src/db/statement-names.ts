const rememberedMax = 500;

/** Prefix of statements whose best plan depends on their values. */
export const planEachTime = '/* plan each time */';

/**
 * Lets PostgreSQL parse and plan a statement once per connection. Names only the first 500 texts, because the server keeps
 * named statements for the life of the connection.
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
