import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { jsonBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';
import type { TiktokAccountCall } from './call.ts';

export type TiktokError = { status: number; code: string; message: string };

type TiktokReply = Reply<{ data: Json }, TiktokError>;
export type TiktokFailure = Failure<TiktokError>;

type Request = { path: string; query?: Readonly<Record<string, string>>; json?: object };

export async function callTiktok(call: TiktokAccountCall, { path, query, json }: Request): Promise<TiktokReply> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const headers = { authorization: `Bearer ${call.account.tokens?.accessToken ?? ''}` };
  const url = `${call.hosts.api}${path}${search}`;
  const body = json === undefined ? undefined : { ...jsonBody(json), contentType: 'application/json; charset=UTF-8' };
  const reply = await call.http.send(
    body === undefined ? { method: 'GET', url, headers } : { method: 'POST', url, headers, body },
  );
  return readReply(reply);
}

/** The body's `code` decides: `ok` is success. */
export function readReply(reply: PlatformReply): TiktokReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status } = reply;
  const error = isJsonObject(json) ? readError(json['error'], status) : undefined;
  if (!isJsonObject(json) || error === undefined) {
    return { kind: 'lost', reason: `the response could not be parsed (status ${status})` };
  }
  if (error.code !== 'ok' && status < 500) return { kind: 'error', error };
  // A server error may have taken effect, whatever its body says.
  if (status >= 300) return { kind: 'lost', reason: `${status} ${error.message}` };
  return { kind: 'ok', data: isJsonObject(json['data']) ? json['data'] : {} };
}

function readError(error: unknown, status: number): TiktokError | undefined {
  const code = isJsonObject(error) ? platformText(error['code'], 100) : undefined;
  if (!isJsonObject(error) || code === undefined || code === '') return undefined;
  return { status, code, message: platformText(error['message']) || code };
}
