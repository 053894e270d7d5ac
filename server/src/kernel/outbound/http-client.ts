import { BoundedMap } from '../bounded-map.ts';
import type { AddressPolicy } from './address-policy.ts';
import { realClock, type Clock } from '../time/clock.ts';
import { createAgents } from './agents.ts';
import { dialTcp, dialVetted, type Dial } from './dial.ts';
import { exchange } from './exchange.ts';
import { OutboundFault } from './fault.ts';
import { followRedirects } from './redirects.ts';
import type { OutboundRequest, OutboundResponse } from './request.ts';
import { checkOutboundUrl, UrlNotAllowed } from './url.ts';
import { dialThroughProxy } from './proxy-tunnel.ts';
import { resolveHost } from './resolve-host.ts';
import { timeLimit } from '../time/time-limit.ts';

export { OutboundFault, type OutboundFaultKind } from './fault.ts';
export type { Dial } from './dial.ts';
export type { OutboundRequest, OutboundResponse } from './request.ts';

/** The only way to contact a host that Herald did not choose. */
export type HttpClient = {
  /** Rejects with `OutboundFault`; a response with any status resolves. */
  safeFetch(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
};

export type HttpClientOptions = {
  policy: AddressPolicy;
  resolve?: (host: string) => Promise<string[]>;
  dial?: Dial;
  egressProxy?: URL | undefined;
  clock?: Clock;
  /** Connections to one origin; only more than 32 has an effect. */
  connectionsMax?: number;
  /** PEM; replaces the system's certificates. */
  ca?: string;
};

const rememberedMax = 1000;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { policy, resolve = resolveHost, dial = dialTcp, egressProxy, clock = realClock, ca } = options;
  const reach = egressProxy === undefined ? dialVetted(dial) : dialThroughProxy(egressProxy, dial);
  const agents = createAgents({ policy, resolve, dial: reach, clock, ca }, options.connectionsMax);
  const check = rememberChecked(policy);
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const url = check(request);
    return await exchange(await agents.get(url, request), url, request);
  };
  return {
    safeFetch: async (request) => {
      using limit = timeLimit(clock, request.timeoutMs, request.signal);
      return await followRedirects({ ...request, signal: limit.signal }, send);
    },
    close: agents.close,
  };
}

/** Parsing and judging the same few URLs thousands of times a second takes longer than signing the requests. */
function rememberChecked(policy: AddressPolicy): (request: OutboundRequest) => URL {
  const checked = new BoundedMap<string, URL>(rememberedMax);
  return (request) => {
    const key = `${request.allowPublicHttp === true ? 'http' : 'https'} ${request.url}`;
    const known = checked.get(key);
    if (known !== undefined) return known;
    const url = checkedUrl(request, policy);
    checked.set(key, url);
    return url;
  };
}

function checkedUrl({ url, allowPublicHttp = false }: OutboundRequest, policy: AddressPolicy): URL {
  try {
    return checkOutboundUrl(url, policy, { allowPublicHttp });
  } catch (error) {
    throw error instanceof UrlNotAllowed ? new OutboundFault('urlNotAllowed', error.message) : error;
  }
}
