import type { Counts } from '../counts.ts';
import { OutboundFault, type HttpClient, type OutboundRequest } from './http-client.ts';
import { parsePlatformJson } from './platform-json.ts';

/** Returns faults as replies, so that every adapter must handle them. */
export type PlatformHttp = { send(request: PlatformRequest): Promise<PlatformReply> };

export type PlatformRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The platform's real URL, also for sandbox accounts. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  timeoutMs?: number;
  /** Added to `timeoutMs`. */
  uploadMs?: number;
  /** For other sites' pages; redirects of the platform's API are not followed. */
  redirectsMax?: number;
};

export type PlatformBody = { contentType: string; sizeBytes: number; open(): Uint8Array | AsyncIterable<Uint8Array> };

export type PlatformReply =
  | {
      kind: 'response';
      status: number;
      headers: Readonly<Record<string, string>>;
      bytes: Buffer;
      text: string;
      json: unknown;
    }
  /** Certainly had no effect. */
  | { kind: 'notSent'; reason: string }
  /** May have had its effect. */
  | { kind: 'noResponse'; reason: string };

/** Longest call without uploads; lease lengths depend on it. */
export const platformCallMsMax = 25_000;
const connectTimeoutMs = 5_000;
const responseBytesMax = 5_000_000;

type Options = {
  platform: string;
  /** For URLs that a stranger could choose, including those in a platform's responses. */
  guarded: HttpClient;
  /** For the sandbox and hosts that the operator configured. */
  trusted: HttpClient;
  trustedOrigins: ReadonlySet<string>;
  sandboxUrl: string | undefined;
  counts: Counts;
  callMs?: number;
};

export function createPlatformHttp(options: Options): PlatformHttp {
  const { platform, guarded, trusted, trustedOrigins, sandboxUrl, counts, callMs = platformCallMsMax } = options;
  const route = (url: string): { client: HttpClient; url: string } => {
    if (sandboxUrl !== undefined) return { client: trusted, url: sandboxAddress(sandboxUrl, platform, url) };
    const isTrusted = trustedOrigins.has(new URL(url).origin);
    return { client: isTrusted ? trusted : guarded, url };
  };
  return {
    send: async (request) => {
      const { client, url } = route(request.url);
      const startedMs = performance.now();
      const time = (status: string): void =>
        counts.time('platformCall', { platform, status }, (performance.now() - startedMs) / 1000);
      try {
        const { status, headers, body } = await client.safeFetch(toOutbound(request, { url, callMs }));
        time(String(status));
        const text = body.toString('utf8');
        return { kind: 'response', status, headers, bytes: body, text, json: parsePlatformJson(text) };
      } catch (error) {
        if (!(error instanceof OutboundFault)) throw error;
        time(error.isSent ? 'noResponse' : 'notSent');
        return { kind: error.isSent ? 'noResponse' : 'notSent', reason: error.message };
      }
    },
  };
}

/** `https://host/path` becomes `<sandbox>/<platform>/host/path`. */
export function sandboxAddress(sandboxUrl: string, platform: string, real: string): string {
  const { host, pathname, search } = new URL(real);
  return `${sandboxUrl}/${platform}/${host}${pathname}${search}`;
}

function toOutbound(request: PlatformRequest, { url, callMs }: { url: string; callMs: number }): OutboundRequest {
  const { body } = request;
  const content =
    body === undefined
      ? {}
      : { 'content-type': body.contentType, 'content-length': String(body.sizeBytes), ...request.headers };
  return {
    url,
    method: request.method,
    headers: body === undefined ? { ...request.headers } : content,
    ...(body === undefined ? {} : { body: body.open() }),
    timeoutMs: (request.timeoutMs ?? callMs) + (request.uploadMs ?? 0),
    connectTimeoutMs,
    responseBytesMax,
    overlong: 'fail',
    redirectsMax: request.redirectsMax ?? 0,
    allowPublicHttp: false,
  };
}
