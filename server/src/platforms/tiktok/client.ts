import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type TiktokError = { status: number; code: string; message: string };

type TiktokReply =
  | { kind: 'ok'; data: Json }
  | { kind: 'error'; error: TiktokError }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type TiktokFailure = Exclude<TiktokReply, { kind: 'ok' }>;

type Request = { path: string; query?: Readonly<Record<string, string>>; json?: object };

/** As the account; what has a body is posted. */
export async function callTiktok(call: AccountCall, { path, query, json }: Request): Promise<TiktokReply> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const headers = { authorization: `Bearer ${call.account.tokens?.accessToken ?? ''}` };
  const url = `${call.hosts['api'] ?? ''}${path}${search}`;
  const body = json === undefined ? undefined : { ...jsonBody(json), contentType: 'application/json; charset=UTF-8' };
  const reply = await call.http.send(
    body === undefined ? { method: 'GET', url, headers } : { method: 'POST', url, headers, body },
  );
  return readReply(reply);
}

/** Judged by the code in the body, which says `ok` of what went well. */
export function readReply(reply: PlatformReply): TiktokReply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status } = reply;
  const error = isJsonObject(json) ? readError(json['error'], status) : undefined;
  if (!isJsonObject(json) || error === undefined) {
    return { kind: 'lost', reason: `an answer that cannot be read (status ${status})` };
  }
  if (error.code !== 'ok' && status < 500) return { kind: 'error', error };
  // Whatever else it says, the server itself is in trouble.
  if (status >= 300) return { kind: 'lost', reason: `${status} ${error.message}` };
  return { kind: 'ok', data: isJsonObject(json['data']) ? json['data'] : {} };
}

function readError(error: unknown, status: number): TiktokError | undefined {
  const code = isJsonObject(error) ? networkText(error['code'], 100) : undefined;
  if (!isJsonObject(error) || code === undefined || code === '') return undefined;
  return { status, code, message: networkText(error['message']) || code };
}
