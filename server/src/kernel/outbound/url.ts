import type { AddressPolicy, Refusal } from './address-policy.ts';

export class UrlNotAllowed extends Error {}

const lengthMax = 2048;

const refusals: Record<Refusal, string> = {
  host: 'the URL must name a host on the public internet, not a local or private one',
  port: 'the URL must use port 80, 443 or a port from 1024 to 65535',
  plain: 'the URL must begin with https://',
};

/** Host names are resolved only when connecting. */
export function checkOutboundUrl(
  text: string,
  policy: AddressPolicy,
  options: { allowPublicHttp?: boolean } = {},
): URL {
  const url = parse(text);
  if (url.username !== '' || url.password !== '') {
    throw new UrlNotAllowed('the URL must not contain a user name or password; remove the part before the @');
  }
  const host = hostOf(url);
  if (host.split('.').slice(0, -1).includes('')) {
    throw new UrlNotAllowed('the host name has an empty part; remove the extra dot');
  }
  const isPlain = url.protocol === 'http:' && options.allowPublicHttp !== true;
  const refusal = policy.judge({ host, port: portOf(url), isPlain });
  if (refusal !== undefined) throw new UrlNotAllowed(refusals[refusal]);
  return url;
}

function parse(text: string): URL {
  if (text.length > lengthMax) throw new UrlNotAllowed(`the URL must have at most ${lengthMax} characters`);
  // The URL parser drops or rewrites these, so other parsers would see a different URL.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw new UrlNotAllowed('the URL must not contain spaces, control characters or backslashes; percent-encode them');
  }
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new UrlNotAllowed('the URL must be absolute and valid, such as https://example.com/path');
  return url;
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
