import { lookup, Resolver } from 'node:dns/promises';

/**
 * Queries name servers directly: the system's lookup blocks one of four threads, so a few names with dead servers would
 * delay all deliveries. Unknown names are looked up in the hosts file.
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  if (![four, six].every((one) => one.status === 'rejected' && isUnknown(one.reason))) throw reasonOf(four, six);
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
}

function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
}

function reasonOf(...results: PromiseSettledResult<string[]>[]): Error {
  const reason: unknown = results.find((one) => one.status === 'rejected')?.reason;
  return reason instanceof Error ? reason : new Error('the name servers did not respond');
}
