import { isJsonObject } from '../../kernel/text/json.ts';
import { parsePlatformJson } from '../../kernel/outbound/platform-json.ts';
import type { PlatformHttp, PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { formBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';

type Texts = Readonly<Record<string, string>>;
export type GraphError = {
  status: number;
  code: number;
  subcode: number | undefined;
  message: string;
  platformError: string;
  type: string | undefined;
  /** Meta's support asks for it. */
  traceId: string | undefined;
  isTransient: boolean;
  retryAfterMs: number | undefined;
};

export type GraphReply = Reply<{ json: Json }, GraphError>;
export type GraphFailure = Failure<GraphError>;

type GraphRequest = { url: string; token?: string; method?: 'DELETE'; query?: Texts; form?: Texts };

/** With a form the default method is POST. */
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

/** Reads the body first: Meta reports rate limits and invalid tokens with any status. */
export function readReply(reply: PlatformReply): GraphReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status } = reply;
  const error = isJsonObject(json) ? readError(json, reply) : undefined;
  if (error !== undefined) return { kind: 'error', error };
  const isOk = status >= 200 && status < 300 && isJsonObject(json) && json['error'] === undefined;
  return isOk ? { kind: 'ok', json } : { kind: 'lost', reason: `the response could not be parsed (status ${status})` };
}

type Received = Extract<PlatformReply, { kind: 'response' }>;

function readError(json: Json, { status, headers }: Received): GraphError | undefined {
  const { error } = json;
  if (!isJsonObject(error) || !Number.isSafeInteger(error['code'])) return undefined;
  const code = Number(error['code']);
  const subcode = Number.isSafeInteger(error['error_subcode']) ? Number(error['error_subcode']) : undefined;
  const message = platformText(error['message']) ?? `error ${code}`;
  return {
    status,
    code,
    subcode,
    message: platformText(error['error_user_msg']) ?? message,
    platformError: `(#${errorCode({ code, subcode })}) ${message}`,
    type: platformText(error['type'], 100),
    traceId: platformText(error['fbtrace_id'], 100),
    isTransient: error['is_transient'] === true,
    retryAfterMs: readRetryAfter(headers['x-business-use-case-usage']),
  };
}

export function reasonOf(failure: GraphFailure): string {
  return failure.kind === 'error' ? failure.error.platformError : failure.reason;
}

export function errorCode({ code, subcode }: Pick<GraphError, 'code' | 'subcode'>): string {
  return subcode === undefined ? String(code) : `${code}/${subcode}`;
}

/** Returns the longest wait that any limit names, which Meta gives in minutes. */
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
