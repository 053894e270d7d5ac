import { OutboundFault, type HttpClient, type OutboundRequest } from './http-client.ts';
import { parsePlatformJson } from './platform-json.ts';

/** How adapters reach their network. A fault is an answer too, so that nobody forgets one. */
export type PlatformHttp = { send(request: PlatformRequest): Promise<PlatformReply> };

export type PlatformRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The real address, for accounts of the sandbox too. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  timeoutMs?: number;
  /** On top of that, for the bytes to get through. */
  uploadMs?: number;
  /** Of pages outside the network; its own answers never redirect us. */
  redirectsMax?: number;
};

export type PlatformBody = { contentType: string; sizeBytes: number; open(): Uint8Array | AsyncIterable<Uint8Array> };

export type PlatformReply =
  | {
      kind: 'answer';
      status: number;
      headers: Readonly<Record<string, string>>;
      bytes: Buffer;
      text: string;
      /** Undefined for what is no JSON. */
      json: unknown;
    }
  /** No byte of the request left: certainly without effect. */
  | { kind: 'notSent'; reason: string }
  /** The request, or part of it, left: it may have had its effect. */
  | { kind: 'noAnswer'; reason: string };

/** A call takes no longer than this, media aside (D in the rules of leases). */
export const platformCallMsMax = 25_000;
const connectTimeoutMs = 5_000;
const responseBytesMax = 5_000_000;

type Options = {
  platform: string;
  /** For addresses that anybody could have named: what a network answers with counts among them. */
  guarded: HttpClient;
  /** For addresses the operator chose: the sandbox, and hosts set by configuration. */
  trusted: HttpClient;
  trustedOrigins: ReadonlySet<string>;
  /** Where the sandbox is, for calls that must go there. */
  sandboxUrl: string | undefined;
  /** For requests that say nothing themselves. */
  callMs?: number;
};

export function createPlatformHttp(options: Options): PlatformHttp {
  const { platform, guarded, trusted, trustedOrigins, sandboxUrl, callMs = platformCallMsMax } = options;
  const route = (url: string): { client: HttpClient; url: string } => {
    if (sandboxUrl !== undefined) return { client: trusted, url: sandboxAddress(sandboxUrl, platform, url) };
    const isTrusted = trustedOrigins.has(new URL(url).origin);
    return { client: isTrusted ? trusted : guarded, url };
  };
  return {
    send: async (request) => {
      const { client, url } = route(request.url);
      try {
        const { status, headers, body } = await client.safeFetch(toOutbound(request, { url, callMs }));
        const text = body.toString('utf8');
        return { kind: 'answer', status, headers, bytes: body, text, json: parsePlatformJson(text) };
      } catch (error) {
        if (!(error instanceof OutboundFault)) throw error;
        return { kind: error.isSent ? 'noAnswer' : 'notSent', reason: error.message };
      }
    },
  };
}

/** The one rule of addressing: `https://host/path` is `<sandbox>/<platform>/host/path`, whoever named it. */
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
