import type { FastifyRequest } from 'fastify';

/** Whether a request comes from this machine and was not forwarded by a proxy. */
export function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '', localAddress } = raw.socket;
  const address = remoteAddress.replace(/^::ffff:/, '');
  const isOurs = address === '::1' || address.startsWith('127.') || remoteAddress === localAddress;
  return isOurs && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

/**
 * Whether a page of this origin sent a form. Browsers omit `Sec-Fetch-Site` for plain HTTP to hosts other than loopback,
 * but send `Origin` with every form.
 */
export function isFromSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin = '', host } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}
