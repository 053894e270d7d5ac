const rememberedMax = 500;

/**
 * A name for each statement text, so that PostgreSQL parses and plans it once per connection. Beyond the first
 * 500 texts statements stay unnamed: the server keeps named ones for as long as the connection lives.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= rememberedMax) return known;
    const name = `herald_${names.size}`;
    names.set(text, name);
    return name;
  };
}
