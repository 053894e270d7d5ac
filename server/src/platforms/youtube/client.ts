import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall } from '../adapter.ts';
import { networkText } from '../shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type GoogleError = {
  status: number;
  /** Such as `quotaExceeded`, or that of OAuth, such as `invalid_grant`. */
  reason: string;
  message: string;
};

export type GoogleReply =
  | { kind: 'ok'; status: number; json: Json; headers: Readonly<Record<string, string>> }
  | { kind: 'error'; error: GoogleError }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string; status?: number };

export type GoogleFailure = Exclude<GoogleReply, { kind: 'ok' }>;

type Request = {
  method?: PlatformRequest['method'];
  /** Below the API, or whole. */
  url: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
};

/** As the account; what has a body is posted unless it says otherwise. */
export async function callYoutube(call: AccountCall, request: Request): Promise<GoogleReply> {
  const { method, url, query, headers, body, uploadMs } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const place = url.startsWith('/') ? `${call.hosts['api'] ?? ''}${url}` : url;
  const reply = await call.http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${place}${search}`,
    headers: { authorization: `Bearer ${call.account.tokens?.accessToken ?? ''}`, ...headers },
    ...(body === undefined ? {} : { body }),
    ...(uploadMs === undefined ? {} : { uploadMs }),
  });
  return readReply(reply);
}

/** 308 is Google's word for an upload that goes on. */
const goingOn = 308;

export function readReply(reply: PlatformReply): GoogleReply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status, headers, text } = reply;
  const isGood = (status >= 200 && status < 300) || status === goingOn;
  if (isGood && isJsonObject(json)) return { kind: 'ok', status, json, headers };
  if (isGood && text === '') return { kind: 'ok', status, json: {}, headers };
  // Whatever else it says, the server itself is in trouble.
  if (isGood || status >= 500 || !isJsonObject(json)) return { kind: 'lost', reason: `status ${status}`, status };
  return { kind: 'error', error: readError(json, status) };
}

function readError(json: Json, status: number): GoogleError {
  const { error } = json;
  if (!isJsonObject(error)) {
    const reason = networkText(error, 100) ?? '';
    return { status, reason, message: networkText(json['error_description']) ?? reason };
  }
  const [first] = Array.isArray(error['errors']) ? error['errors'].filter(isJsonObject) : [];
  const reason = networkText(first?.['reason'], 100) ?? networkText(error['status'], 100) ?? '';
  return { status, reason, message: networkText(error['message']) ?? reason };
}
