export type Site = {
  /** Without `www.`; all of them show the same posts. */
  hosts: readonly string[];
  /** Parameters of the query that are part of a permalink. */
  parameters?: readonly string[];
  /** Finds the code that identifies a post in a path, if the rest of the path may vary. */
  code?: RegExp;
};

/**
 * Returns the same text for all spellings of a post's permalink: with or without `www.`, a slash at the end, a fragment
 * and other parameters. Undefined for URLs of other sites.
 */
export function permalinkKey(url: string | undefined, { hosts, parameters = [], code }: Site): string | undefined {
  const parsed = URL.parse(url ?? '');
  if (parsed?.protocol !== 'https:' || !hosts.includes(parsed.host.replace(/^www\./, ''))) return undefined;
  const { pathname, searchParams } = parsed;
  const [, postCode] = code?.exec(pathname) ?? [];
  if (postCode !== undefined) return JSON.stringify([postCode]);
  const values = parameters.map((name) => searchParams.get(name) ?? '');
  return JSON.stringify([pathname.replace(/\/$/, ''), ...values]);
}
