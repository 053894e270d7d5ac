import { lookup, Resolver } from 'node:dns/promises';

/**
 * All addresses of a name. Asked of the name servers directly: the system's own look-up occupies one of four threads
 * until it ends, so that a few names with dead servers would hold up every other delivery. Only names that no server
 * knows are looked up the system's way, for the sake of its hosts file.
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length > 0) return found;
  if (![four, six].every((one) => one.status === 'rejected' && isUnknown(one.reason))) throw reasonOf(four, six);
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
}

/** Nobody answered for the name; a server that does not answer is another matter. */
function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
}

function reasonOf(...results: PromiseSettledResult<string[]>[]): Error {
  const reason: unknown = results.find((one) => one.status === 'rejected')?.reason;
  return reason instanceof Error ? reason : new Error('the name servers did not answer');
}
