import type { FastifyRequest } from 'fastify';

/** Requests that a proxy forwarded are not from here. */
export function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '', localAddress } = raw.socket;
  const address = remoteAddress.replace(/^::ffff:/, '');
  const isOurs = address === '::1' || address.startsWith('127.') || remoteAddress === localAddress;
  return isOurs && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

/** Browsers omit `Sec-Fetch-Site` for plain HTTP to hosts other than loopback, but send `Origin` with every form. */
export function isFromSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin = '', host } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}
