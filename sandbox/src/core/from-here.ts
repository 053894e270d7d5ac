import type { FastifyRequest } from 'fastify';

/** Whether a request comes from this machine and was not forwarded by a proxy. */
export function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '', localAddress } = raw.socket;
  const address = remoteAddress.replace(/^::ffff:/, '');
  const isOurs = address === '::1' || address.startsWith('127.') || remoteAddress === localAddress;
  return isOurs && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
