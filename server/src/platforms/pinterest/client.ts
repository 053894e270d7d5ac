import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';
import type { PinterestAccountCall, PinterestCall } from './call.ts';

export type PinterestError = {
  status: number;
  code: string;
  message: string;
  data: string;
  retryAfterMs: number | undefined;
};

type PinterestReply = Reply<{ json: Json }, PinterestError>;
export type PinterestFailure = Failure<PinterestError>;

type Request = {
  method?: PlatformRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
};

export async function callPinterest(call: PinterestAccountCall, request: Request): Promise<PinterestReply> {
  return await callWith(call, `Bearer ${call.account.tokens?.accessToken ?? ''}`, request);
}

export async function callWith(call: PinterestCall, authorization: string, request: Request): Promise<PinterestReply> {
  const { method, path, query, body } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await call.http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${call.hosts.api}/${call.apiVersion}${path}${search}`,
    headers: { authorization },
    ...(body === undefined ? {} : { body }),
  });
  return readReply(reply);
}

export function readReply(reply: PlatformReply): PinterestReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status, text, headers } = reply;
  if (status === 204 || (status < 300 && text === '')) return { kind: 'ok', json: {} };
  if (!isJsonObject(json) || status >= 500) return { kind: 'lost', reason: `status ${status}` };
  if (status < 300) return { kind: 'ok', json };
  return { kind: 'error', error: { ...readError(json, status), retryAfterMs: waitOf(headers) } };
}

function readError(json: Json, status: number): Omit<PinterestError, 'retryAfterMs'> {
  const code = typeof json['code'] === 'number' ? String(json['code']) : String(status);
  const message = platformText(json['message']) ?? platformText(json['error_description']) ?? `status ${status}`;
  return { status, code, message, data: platformText(json['data']) ?? '' };
}

const waitMaxSeconds = 24 * 3600;

/** Both headers count seconds from now. */
function waitOf(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers['x-ratelimit-reset'] ?? headers['retry-after']);
  return seconds > 0 && seconds <= waitMaxSeconds ? seconds * 1000 : undefined;
}
