import type { FastifyRequest } from 'fastify';

/** Whether a request was made on this machine, and not handed on by a proxy in front of it. */
export function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '', localAddress } = raw.socket;
  const address = remoteAddress.replace(/^::ffff:/, '');
  const isOurs = address === '::1' || address.startsWith('127.') || remoteAddress === localAddress;
  return isOurs && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
