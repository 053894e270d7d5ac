export type Site = {
  /** Without `www.`; all show the same posts. */
  hosts: readonly string[];
  parameters?: readonly string[];
  /** Finds the post's code if the rest of the path may vary. */
  code?: RegExp;
};

/** Returns the same key for all spellings of a permalink; undefined for other sites. */
export function permalinkKey(url: string | undefined, { hosts, parameters = [], code }: Site): string | undefined {
  const parsed = URL.parse(url ?? '');
  if (parsed?.protocol !== 'https:' || !hosts.includes(parsed.host.replace(/^www\./, ''))) return undefined;
  const { pathname, searchParams } = parsed;
  const [, postCode] = code?.exec(pathname) ?? [];
  if (postCode !== undefined) return JSON.stringify([postCode]);
  const values = parameters.map((name) => searchParams.get(name) ?? '');
  return JSON.stringify([pathname.replace(/\/$/, ''), ...values]);
}
