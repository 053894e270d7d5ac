import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall, Call } from '../adapter.ts';
import { networkText } from '../shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type Problem = {
  status: number;
  /** The last part of its `type`, such as `rate-limit-exceeded`. */
  type: string;
  /** Every name the problem goes by: `type`, `title` and `reason`. */
  names: readonly string[];
  /** In X's most specific words. */
  detail: string;
  retryAfterMs: number | undefined;
};

export type XReply =
  | { kind: 'ok'; json: Json }
  | { kind: 'error'; problem: Problem }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type XFailure = Exclude<XReply, { kind: 'ok' }>;

type XRequest = {
  method?: PlatformRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: PlatformBody;
  uploadMs?: number;
  /** A success may come without a body. */
  allowsEmpty?: true;
};

/** As the account; what has a body is posted. */
export async function callX(call: AccountCall, request: XRequest): Promise<XReply> {
  return await callWith(call, `Bearer ${call.account.tokens?.accessToken ?? ''}`, request);
}

export async function callWith(
  { http, hosts, clock }: Call,
  authorization: string,
  { method, path, query, body, uploadMs, allowsEmpty }: XRequest,
): Promise<XReply> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${hosts['api'] ?? ''}${path}${search}`,
    headers: { authorization },
    ...(body === undefined ? {} : { body }),
    ...(uploadMs === undefined ? {} : { uploadMs }),
  });
  const isEmpty = reply.kind === 'answer' && reply.text === '';
  if (allowsEmpty === true && isEmpty && reply.status >= 200 && reply.status < 300) return { kind: 'ok', json: {} };
  return readReply(reply, clock.now());
}

function readReply(reply: PlatformReply, now: Date): XReply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status, headers } = reply;
  if (status >= 200 && status < 300) {
    return isJsonObject(json) ? { kind: 'ok', json } : { kind: 'lost', reason: 'an answer that cannot be read' };
  }
  // Whatever else it says, the server itself is in trouble.
  if (status >= 500 || !isJsonObject(json)) return { kind: 'lost', reason: `status ${status}` };
  return { kind: 'error', problem: { ...readProblem(json, status), retryAfterMs: waitOf(headers, now) } };
}

/** Reads problems of API v2, of v1.1 and of OAuth; the useful words of an invalid request are in its first error. */
function readProblem(json: Json, status: number): Omit<Problem, 'retryAfterMs'> {
  const [first] = Array.isArray(json['errors']) ? json['errors'].filter(isJsonObject) : [];
  const words = [json['error_description'], first?.['message'], json['detail'], json['title'], json['error']];
  const detail = words.map((one) => networkText(one)).find((one) => one !== undefined && one !== '');
  const type =
    networkText(json['error'] ?? json['type'], 200)
      ?.split('/')
      .at(-1) ?? '';
  const names = [type, networkText(json['title'], 200), networkText(json['reason'], 200)];
  return { status, type, names: names.filter((name) => name !== undefined), detail: detail ?? `status ${status}` };
}

const waitMsMax = 25 * 3_600_000;
/** Daily limits first: while one is used up, the reset of the 15-minute window helps nobody. */
const dailyLimits = ['x-user-limit-24hour', 'x-app-limit-24hour'];

function waitOf(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const daily = dailyLimits.find((prefix) => headers[`${prefix}-remaining`] === '0');
  const ms = Number(headers[`${daily ?? 'x-rate-limit'}-reset`]) * 1000 - now.getTime();
  return ms > 0 && ms <= waitMsMax ? ms : undefined;
}
