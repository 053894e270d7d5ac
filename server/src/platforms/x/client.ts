import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';
import type { XAccountCall, XCall } from './call.ts';

export type XError = {
  status: number;
  /** Such as `rate-limit-exceeded`: the last part of its `type`. */
  type: string;
  names: readonly string[];
  detail: string;
  retryAfterMs: number | undefined;
};

export type XReply = Reply<{ json: Json }, XError>;
export type XFailure = Failure<XError>;

type XRequest = {
  method?: PlatformRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
  allowsEmpty?: true;
};

export async function callX(call: XAccountCall, request: XRequest): Promise<XReply> {
  return await callWith(call, `Bearer ${call.account.tokens?.accessToken ?? ''}`, request);
}

export async function callWith(
  { http, hosts, clock }: XCall,
  authorization: string,
  { method, path, query, body, uploadMs, allowsEmpty }: XRequest,
): Promise<XReply> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${hosts.api}${path}${search}`,
    headers: { authorization },
    ...(body === undefined ? {} : { body }),
    ...(uploadMs === undefined ? {} : { uploadMs }),
  });
  const isEmpty = reply.kind === 'response' && reply.text === '';
  if (allowsEmpty === true && isEmpty && reply.status >= 200 && reply.status < 300) return { kind: 'ok', json: {} };
  return readReply(reply, clock.now());
}

export function readReply(reply: PlatformReply, now: Date): XReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status, headers } = reply;
  if (status >= 200 && status < 300) {
    return isJsonObject(json) ? { kind: 'ok', json } : { kind: 'lost', reason: 'the response could not be parsed' };
  }
  // A server error may have taken effect, whatever its body says.
  if (status >= 500 || !isJsonObject(json)) return { kind: 'lost', reason: `status ${status}` };
  return { kind: 'error', error: { ...readError(json, status), retryAfterMs: waitOf(headers, now) } };
}

/** The first error has the useful message of an invalid request. */
function readError(json: Json, status: number): Omit<XError, 'retryAfterMs'> {
  const [first] = Array.isArray(json['errors']) ? json['errors'].filter(isJsonObject) : [];
  const messages = [json['error_description'], first?.['message'], json['detail'], json['title'], json['error']];
  const detail = messages.map((one) => platformText(one)).find((one) => one !== undefined && one !== '');
  const type =
    platformText(json['error'] ?? json['type'], 200)
      ?.split('/')
      .at(-1) ?? '';
  const names = [type, platformText(json['title'], 200), platformText(json['reason'], 200)];
  return { status, type, names: names.filter((name) => name !== undefined), detail: detail ?? `status ${status}` };
}

const waitMsMax = 25 * 3_600_000;
/** Daily limits come first: while one is exhausted, the reset of the 15-minute window does not help. */
const dailyLimits = ['x-user-limit-24hour', 'x-app-limit-24hour'];

function waitOf(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const daily = dailyLimits.find((prefix) => headers[`${prefix}-remaining`] === '0');
  const ms = Number(headers[`${daily ?? 'x-rate-limit'}-reset`]) * 1000 - now.getTime();
  return ms > 0 && ms <= waitMsMax ? ms : undefined;
}
