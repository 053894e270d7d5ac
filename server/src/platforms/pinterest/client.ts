import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall, Call } from '../adapter.ts';
import { networkText } from '../shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type PinterestError = {
  status: number;
  code: string;
  message: string;
  /** Details of OAuth errors. */
  data: string;
  retryAfterMs: number | undefined;
};

export type PinterestReply =
  | { kind: 'ok'; json: Json }
  | { kind: 'error'; error: PinterestError }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type PinterestFailure = Exclude<PinterestReply, { kind: 'ok' }>;

type Request = {
  method?: PlatformRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
};

/** As the account; what has a body is posted. */
export async function callPinterest(call: AccountCall, request: Request): Promise<PinterestReply> {
  return await callWith(call, `Bearer ${call.account.tokens?.accessToken ?? ''}`, request);
}

export async function callWith(call: Call, authorization: string, request: Request): Promise<PinterestReply> {
  const { method, path, query, body } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await call.http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${call.hosts['api'] ?? ''}/${call.apiVersion}${path}${search}`,
    headers: { authorization },
    ...(body === undefined ? {} : { body }),
  });
  return readReply(reply);
}

function readReply(reply: PlatformReply): PinterestReply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status, text, headers } = reply;
  if (status === 204 || (status < 300 && text === '')) return { kind: 'ok', json: {} };
  if (!isJsonObject(json) || status >= 500) return { kind: 'lost', reason: `status ${status}` };
  if (status < 300) return { kind: 'ok', json };
  return { kind: 'error', error: { ...readError(json, status), retryAfterMs: waitOf(headers) } };
}

function readError(json: Json, status: number): Omit<PinterestError, 'retryAfterMs'> {
  const code = typeof json['code'] === 'number' ? String(json['code']) : String(status);
  const message = networkText(json['message']) ?? networkText(json['error_description']) ?? `status ${status}`;
  return { status, code, message, data: networkText(json['data']) ?? '' };
}

const waitMaxSeconds = 24 * 3600;

/** In seconds from now. */
function waitOf(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = Number(headers['x-ratelimit-reset'] ?? headers['retry-after']);
  return seconds > 0 && seconds <= waitMaxSeconds ? seconds * 1000 : undefined;
}
