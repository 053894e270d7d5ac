import { isJsonObject } from '../../kernel/text/json.ts';
import { parsePlatformJson } from '../../kernel/outbound/platform-json.ts';
import type { PlatformHttp, PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { formBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';

type Texts = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

export type GraphError = {
  status: number;
  code: number;
  subcode: number | undefined;
  /** For people where the network has such words, else the plain ones. */
  message: string;
  platformError: string;
  isTransient: boolean;
  retryAfterMs: number | undefined;
};

export type GraphReply =
  | { kind: 'ok'; json: Json }
  | { kind: 'error'; error: GraphError }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type GraphFailure = Exclude<GraphReply, { kind: 'ok' }>;

type GraphRequest = { url: string; token?: string; method?: 'DELETE'; query?: Texts; form?: Texts };

/** A form is posted; anything else is read, unless it is said to be deleted. */
export async function callGraph(http: PlatformHttp, request: GraphRequest): Promise<GraphReply> {
  const { url, token, query, form } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: request.method ?? (form === undefined ? 'GET' : 'POST'),
    url: `${url}${search}`,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(form === undefined ? {} : { body: formBody(form) }),
  });
  return readReply(reply);
}

/** Judged by the body: Meta's throttles and dead tokens come with any status. */
export function readReply(reply: PlatformReply): GraphReply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status } = reply;
  const error = isJsonObject(json) ? readError(json, reply) : undefined;
  if (error !== undefined) return { kind: 'error', error };
  const isOk = status >= 200 && status < 300 && isJsonObject(json) && json['error'] === undefined;
  return isOk ? { kind: 'ok', json } : { kind: 'lost', reason: `an answer that cannot be read (status ${status})` };
}

type Answer = Extract<PlatformReply, { kind: 'answer' }>;

function readError(json: Json, { status, headers }: Answer): GraphError | undefined {
  const { error } = json;
  if (!isJsonObject(error) || !Number.isSafeInteger(error['code'])) return undefined;
  const code = Number(error['code']);
  const subcode = Number.isSafeInteger(error['error_subcode']) ? Number(error['error_subcode']) : undefined;
  const message = networkText(error['message']) ?? `error ${code}`;
  return {
    status,
    code,
    subcode,
    message: networkText(error['error_user_msg']) ?? message,
    platformError: `(#${errorCode({ code, subcode })}) ${message}`,
    isTransient: error['is_transient'] === true,
    retryAfterMs: readRetryAfter(headers['x-business-use-case-usage']),
  };
}

/** For people who wonder what went wrong. */
export function reasonOf(failure: GraphFailure): string {
  return failure.kind === 'error' ? failure.error.platformError : failure.reason;
}

export function errorCode({ code, subcode }: Pick<GraphError, 'code' | 'subcode'>): string {
  return subcode === undefined ? String(code) : `${code}/${subcode}`;
}

/** The longest wait that any of the limits names, from minutes. */
export function readRetryAfter(usage: string | undefined): number | undefined {
  const parsed = usage === undefined ? undefined : parsePlatformJson(usage);
  if (!isJsonObject(parsed)) return undefined;
  const minutes = Object.values(parsed)
    .flat()
    .filter(isJsonObject)
    .map((limit) => limit['estimated_time_to_regain_access'])
    .filter((value) => typeof value === 'number' && value > 0 && value <= minutesMax) as number[];
  return minutes.length === 0 ? undefined : Math.max(...minutes) * 60_000;
}

const minutesMax = 7 * 24 * 60;
