import type { Agent } from '@atproto/api';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import type { Call } from '../adapter.ts';
import { networkText } from '../shared/network-text.ts';

/** A server, without a slash at the end, and who asks. */
export type Endpoint = { service: string; token?: string | undefined };

export type XrpcFailure =
  /** A refusal; `name` is empty where the server gave none. */
  | { kind: 'error'; status: number; name: string; message: string; retryAfterMs: number | undefined; json: unknown }
  | { kind: 'notSent'; reason: string }
  /** No answer, none that can be read, or none that says: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type XrpcReply<Answer> = { kind: 'ok'; answer: Answer } | XrpcFailure;

type World = Pick<Call, 'http' | 'clock'>;

/**
 * One call through the network's own client, which checks the answer against its lexicon. The client is loaded when it
 * is first needed (0.6 s, 60 MB), and given our way out, since its own would drop the path of a server's address.
 */
export async function ask<Answer>(
  { http, clock }: World,
  endpoint: Endpoint,
  use: (agent: Agent) => Promise<{ data: Answer }>,
): Promise<XrpcReply<Answer>> {
  const { Agent, XRPCError } = await import('@atproto/api');
  const seen: { reply?: PlatformReply } = {};
  const agent = new Agent({
    fetchHandler: async (path, init) => {
      seen.reply = await http.send(toRequest(endpoint, path, init));
      return toResponse(seen.reply);
    },
  });
  try {
    return { kind: 'ok', answer: (await use(agent)).data };
  } catch (error) {
    if (!(error instanceof XRPCError) || seen.reply === undefined) throw error;
    return toFailure(seen.reply, clock.now());
  }
}

type RawRequest = {
  nsid: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
};

/** For files, which the client could not stream, and for answers that are not as their lexicon says. */
export async function askRaw(
  { http, clock }: World,
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
  const isOk = reply.kind === 'answer' && isSuccess(reply.status) && isJsonObject(reply.json);
  return isOk ? { kind: 'ok', answer: reply.json } : toFailure(reply, clock.now());
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
  if (reply.kind !== 'answer') throw new Error(reply.reason);
  const { status, text, json } = reply;
  const headers = { 'content-type': json === undefined ? 'text/plain' : 'application/json' };
  return new Response(bodiless.includes(status) ? null : text, { status, headers });
}

function toFailure(reply: PlatformReply, now: Date): XrpcFailure {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { status, json, headers } = reply;
  if (isSuccess(status)) return { kind: 'lost', reason: `an answer that cannot be read (status ${status})` };
  const { error, message } = isJsonObject(json) ? json : {};
  const name = networkText(error, 100) ?? '';
  const words = networkText(message) ?? (name === '' ? `status ${status}` : name);
  if (status < 400 || status >= 500) return { kind: 'lost', reason: `${words} (status ${status})` };
  const isThrottled = status === 429 || name === 'RateLimitExceeded';
  const retryAfterMs = isThrottled ? readRetryAfter(headers, now) : undefined;
  return { kind: 'error', status, name, message: words, retryAfterMs, json };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const waitMaxMs = 24 * 3_600_000;

/** `RateLimit-Reset` is an instant in seconds and stands on every answer, `Retry-After` a time to wait. */
function readRetryAfter(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const resetMs = Number(headers['ratelimit-reset'] ?? Number.NaN) * 1000 - now.getTime();
  const waitMs = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  return [resetMs, waitMs].find((ms) => ms > 0 && ms <= waitMaxMs);
}
