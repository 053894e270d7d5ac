import { OutboundFault } from './fault.ts';
import type { OutboundRequest, OutboundResponse } from './request.ts';

type Send = (request: OutboundRequest) => Promise<OutboundResponse>;

const redirectStatuses = [301, 302, 303, 307, 308];
const credentials = ['authorization', 'cookie', 'proxy-authorization'];

/** Every hop goes through `send`, which checks its URL again. */
export async function followRedirects(first: OutboundRequest, send: Send): Promise<OutboundResponse> {
  const { redirectsMax = 0, method } = first;
  const hopsMax = method === 'GET' || method === 'HEAD' ? redirectsMax : 0;
  let request = first;
  for (let hops = 0; ; hops += 1) {
    const response = await send(request);
    const location = response.headers['location'];
    if (hopsMax === 0 || location === undefined || !redirectStatuses.includes(response.status)) return response;
    if (hops === hopsMax) throw new OutboundFault('redirect', `the URL redirects more than ${hopsMax} times`);
    request = nextHop(request, new URL(response.url), location);
  }
}

function nextHop(request: OutboundRequest, from: URL, location: string): OutboundRequest {
  const to = URL.parse(location, from.href);
  if (to === null) throw new OutboundFault('redirect', 'the URL redirects to a location that is not a valid URL');
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new OutboundFault('redirect', 'the URL redirects from https to http');
  }
  if (to.origin === from.origin) return { ...request, url: to.href };
  const safeHeaders = Object.entries(request.headers ?? {}).filter(
    ([name]) => !credentials.includes(name.toLowerCase()),
  );
  return { ...request, url: to.href, headers: Object.fromEntries(safeHeaders) };
}
