import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';
import type { YoutubeAccountCall } from './call.ts';

export type GoogleError = {
  status: number;
  /** Such as `quotaExceeded` or `invalid_grant`. */
  reason: string;
  message: string;
};

export type GoogleReply = Reply<{ status: number; json: Json; headers: Readonly<Record<string, string>> }, GoogleError>;
export type GoogleFailure = Failure<GoogleError>;

type Request = {
  method?: PlatformRequest['method'];
  url: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
};

export async function callYoutube(call: YoutubeAccountCall, request: Request): Promise<GoogleReply> {
  const { method, url, query, headers, body, uploadMs } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const absoluteUrl = url.startsWith('/') ? `${call.hosts.api}${url}` : url;
  const reply = await call.http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${absoluteUrl}${search}`,
    headers: { authorization: `Bearer ${call.account.tokens?.accessToken ?? ''}`, ...headers },
    ...(body === undefined ? {} : { body }),
    ...(uploadMs === undefined ? {} : { uploadMs }),
  });
  return readReply(reply);
}

/** Google returns 308 for an upload that is not complete. */
const resumeIncomplete = 308;

export function readReply(reply: PlatformReply): GoogleReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status, headers, text } = reply;
  const isGood = (status >= 200 && status < 300) || status === resumeIncomplete;
  if (isGood && isJsonObject(json)) return { kind: 'ok', status, json, headers };
  if (isGood && text === '') return { kind: 'ok', status, json: {}, headers };
  // A server error may have taken effect, whatever its body says.
  if (isGood || status >= 500 || !isJsonObject(json)) return { kind: 'lost', reason: `status ${status}`, status };
  return { kind: 'error', error: readError(json, status) };
}

function readError(json: Json, status: number): GoogleError {
  const { error } = json;
  if (!isJsonObject(error)) {
    const reason = platformText(error, 100) ?? '';
    return { status, reason, message: platformText(json['error_description']) ?? reason };
  }
  const [first] = Array.isArray(error['errors']) ? error['errors'].filter(isJsonObject) : [];
  const reason = platformText(first?.['reason'], 100) ?? platformText(error['status'], 100) ?? '';
  return { status, reason, message: platformText(error['message']) ?? reason };
}
