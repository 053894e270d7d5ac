import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Reply } from '../shared/reply.ts';
import type { LinkedinAccountCall, LinkedinCall } from './call.ts';

type Texts = Readonly<Record<string, string>>;

export type LinkedinError = {
  status: number;
  serviceCode: number | undefined;
  /** Such as `ACCESS_DENIED`, or the `error` of OAuth. */
  code: string;
  message: string;
  retryAfterMs: number;
};

export type LinkedinReply = Reply<{ json: unknown; headers: Texts }, LinkedinError>;
export type LinkedinFailure = Failure<LinkedinError>;

type RestRequest = { method?: PlatformRequest['method']; path: string; query?: Texts; body?: PlatformBody };

export async function callRest(
  call: LinkedinAccountCall,
  { method, path, query, body }: RestRequest,
): Promise<LinkedinReply> {
  const { http, hosts, apiVersion, clock } = call;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${hosts.api}/rest/${path}${search}`,
    headers: { ...bearer(call), 'linkedin-version': apiVersion, 'x-restli-protocol-version': '2.0.0' },
    ...(body === undefined ? {} : { body }),
  });
  return readReply(reply, clock.now());
}

/** For parts of videos the URL alone is the authorization. */
export async function putBytes(
  call: LinkedinAccountCall,
  { url, isPart, ...sending }: { url: string; isPart: boolean; body: PlatformBody; uploadMs: number },
): Promise<LinkedinReply> {
  const headers = isPart ? {} : bearer(call);
  return readReply(await call.http.send({ method: 'PUT', url, headers, ...sending }), call.clock.now());
}

export function bearer({ account }: Pick<LinkedinAccountCall, 'account'>): Texts {
  return { authorization: `Bearer ${account.tokens?.accessToken ?? ''}` };
}

export function readReply(reply: PlatformReply, now: Date): LinkedinReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { status, json, text, headers } = reply;
  if (status >= 200 && status < 300) {
    const isReadable = text === '' || isJsonObject(json);
    return isReadable ? { kind: 'ok', json, headers } : { kind: 'lost', reason: 'the response could not be parsed' };
  }
  const error = { ...readError(json, status), retryAfterMs: waitOf(headers, now) };
  // Returned with several statuses, also for posts that were created.
  const isOpen = status < 400 || status >= 500 || /unable to obtain activity/i.test(error.message);
  return isOpen ? { kind: 'lost', reason: `${status} ${error.message}` } : { kind: 'error', error };
}

function readError(json: unknown, status: number): Omit<LinkedinError, 'retryAfterMs'> {
  const body = isJsonObject(json) ? json : {};
  const input = inputErrorOf(body['errorDetails']);
  const { serviceErrorCode } = body;
  const messages = [input['description'], body['error_description'], body['message']];
  return {
    status,
    serviceCode: Number.isSafeInteger(serviceErrorCode) ? Number(serviceErrorCode) : undefined,
    code: platformText(input['code'] ?? body['code'] ?? body['error'], 100) ?? '',
    message:
      messages.map((one) => platformText(one)).find((one) => one !== undefined && one !== '') ?? `status ${status}`,
  };
}

function inputErrorOf(details: unknown): Readonly<Record<string, unknown>> {
  const errors = isJsonObject(details) ? details['inputErrors'] : undefined;
  const [first] = Array.isArray(errors) ? errors.filter(isJsonObject) : [];
  return first ?? {};
}

const dayMs = 24 * 3_600_000;

/** Quotas reset at midnight UTC, and responses rarely name the wait. */
function waitOf(headers: Texts, now: Date): number {
  const named = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  return named > 0 && named <= dayMs ? named : dayMs - (now.getTime() % dayMs);
}

/** Sends our token only to LinkedIn's hosts and those the operator configured. */
export function uploadAddress({ hosts }: Pick<LinkedinCall, 'hosts'>, value: unknown): string | undefined {
  const url = webUrl(value);
  if (url === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(url);
  const isOwn = protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname);
  return isOwn || Object.values(hosts).includes(origin) ? url : undefined;
}
