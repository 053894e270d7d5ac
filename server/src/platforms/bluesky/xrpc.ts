import type { Agent } from '@atproto/api';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Reply } from '../shared/reply.ts';
import type { BlueskyCall } from './call.ts';

export type Endpoint = { service: string; token?: string | undefined };

export type XrpcError = {
  status: number;
  name: string;
  message: string;
  retryAfterMs: number | undefined;
  json: unknown;
};

export type XrpcFailure = Failure<XrpcError>;
export type XrpcReply<Data> = Reply<{ data: Data }, XrpcError>;

type XrpcCall = Pick<BlueskyCall, 'http' | 'clock'>;

/**
 * The official client validates responses against their lexicons. It is loaded on first use (0.6 s, 60 MB) and sends
 * through our HTTP client, because its own drops the path of a server's URL.
 */
export async function callXrpc<Data>(
  { http, clock }: XrpcCall,
  endpoint: Endpoint,
  use: (agent: Agent) => Promise<{ data: Data }>,
): Promise<XrpcReply<Data>> {
  const { Agent, XRPCError } = await import('@atproto/api');
  const client = idleClients.pop() ?? createClient(Agent);
  const seen: { reply?: PlatformReply } = {};
  client.send = async (path, init) => {
    seen.reply = await http.send(toRequest(endpoint, path, init));
    return toResponse(seen.reply);
  };
  try {
    return { kind: 'ok', data: (await use(client.agent)).data };
  } catch (error) {
    if (!(error instanceof XRPCError) || seen.reply === undefined) throw error;
    return toFailure(seen.reply, clock.now());
  } finally {
    idleClients.push(client);
  }
}

type Client = { agent: Agent; send(path: string, init: RequestInit): Promise<Response> };

/** Reused, because creating an agent takes 10 ms to read all lexicons; each serves one call at a time. */
const idleClients: Client[] = [];

function createClient(AgentClass: typeof Agent): Client {
  const client: Client = {
    agent: new AgentClass({ fetchHandler: (path, init) => client.send(path, init) }),
    send: () => Promise.reject(new Error('no call is in progress')),
  };
  return client;
}

type RawRequest = {
  nsid: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
};

/** For files, which the official client cannot stream, and responses that do not match their lexicon. */
export async function callXrpcRaw(
  { http, clock }: XrpcCall,
  endpoint: Endpoint,
  request: RawRequest,
): Promise<XrpcReply<unknown>> {
  const { nsid, query, body, uploadMs } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: body === undefined ? 'GET' : 'POST',
    url: `${endpoint.service}/xrpc/${nsid}${search}`,
    headers: authorization(endpoint),
    ...(body === undefined ? {} : { body }),
    ...(uploadMs === undefined ? {} : { uploadMs }),
  });
  const isOk = reply.kind === 'response' && isSuccess(reply.status) && isJsonObject(reply.json);
  return isOk ? { kind: 'ok', data: reply.json } : toFailure(reply, clock.now());
}

function authorization({ token }: Endpoint): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function toRequest(endpoint: Endpoint, path: string, { method, headers, body }: RequestInit): PlatformRequest {
  const { 'content-type': contentType, ...others } = Object.fromEntries(new Headers(headers));
  const bytes = body instanceof Uint8Array ? body : undefined;
  return {
    method: method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    url: `${endpoint.service}${path}`,
    headers: { ...others, ...authorization(endpoint) },
    ...(bytes === undefined || contentType === undefined
      ? {}
      : { body: { contentType, sizeBytes: bytes.length, open: () => bytes } }),
  };
}

const bodiless = [204, 205, 304];

function toResponse(reply: PlatformReply): Response {
  if (reply.kind !== 'response') throw new Error(reply.reason);
  const { status, text, json } = reply;
  const headers = { 'content-type': json === undefined ? 'text/plain' : 'application/json' };
  return new Response(bodiless.includes(status) ? null : text, { status, headers });
}

function toFailure(reply: PlatformReply, now: Date): XrpcFailure {
  if (reply.kind !== 'response') return unanswered(reply);
  const { status, json, headers } = reply;
  if (isSuccess(status)) return { kind: 'lost', reason: `the response could not be parsed (status ${status})` };
  const { error, message } = isJsonObject(json) ? json : {};
  const name = platformText(error, 100) ?? '';
  const text = platformText(message) ?? (name === '' ? `status ${status}` : name);
  if (status < 400 || status >= 500) return { kind: 'lost', reason: `${text} (status ${status})` };
  const isThrottled = status === 429 || name === 'RateLimitExceeded';
  const retryAfterMs = isThrottled ? readRetryAfter(headers, now) : undefined;
  return { kind: 'error', error: { status, name, message: text, retryAfterMs, json } };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const waitMaxMs = 24 * 3_600_000;

/** `RateLimit-Reset` is a Unix time in every response; `Retry-After` is in seconds. */
function readRetryAfter(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const resetMs = Number(headers['ratelimit-reset'] ?? Number.NaN) * 1000 - now.getTime();
  const waitMs = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  return [resetMs, waitMs].find((ms) => ms > 0 && ms <= waitMaxMs);
}
