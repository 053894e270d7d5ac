import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall, Call } from '../adapter.ts';
import { formBody } from '../shared/bodies.ts';
import { networkText, webUrl } from '../shared/network-text.ts';

type Texts = Readonly<Record<string, string>>;

export type Fault = {
  status: number;
  serviceCode: number | undefined;
  /** Such as `ACCESS_DENIED`; of OAuth its `error`. */
  code: string;
  message: string;
  retryAfterMs: number;
};

export type Reply =
  /** Undefined for an answer without a body. */
  | { kind: 'ok'; json: unknown; headers: Texts }
  | { kind: 'error'; fault: Fault }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

export type Failure = Exclude<Reply, { kind: 'ok' }>;

type RestRequest = { method?: PlatformRequest['method']; path: string; query?: Texts; body?: PlatformBody };

/** As the account; what has a body is posted. */
export async function callRest(call: AccountCall, { method, path, query, body }: RestRequest): Promise<Reply> {
  const { http, hosts, apiVersion, clock } = call;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const reply = await http.send({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${hosts['api'] ?? ''}/rest/${path}${search}`,
    headers: { ...bearer(call), 'linkedin-version': apiVersion, 'x-restli-protocol-version': '2.0.0' },
    ...(body === undefined ? {} : { body }),
  });
  return readReply(reply, clock.now());
}

/** To an address that LinkedIn named. Parts of videos are let in by the address alone. */
export async function putBytes(
  call: AccountCall,
  { url, isPart, ...sending }: { url: string; isPart: boolean; body: PlatformBody; uploadMs: number },
): Promise<Reply> {
  const headers = isPart ? {} : bearer(call);
  return readReply(await call.http.send({ method: 'PUT', url, headers, ...sending }), call.clock.now());
}

export function bearer({ account }: Pick<AccountCall, 'account'>): Texts {
  return { authorization: `Bearer ${account.tokens?.accessToken ?? ''}` };
}

export async function askToken({ http, hosts, credentials, clock }: Call, fields: Texts): Promise<Reply> {
  const body = formBody({
    ...fields,
    client_id: credentials['CLIENT_ID'] ?? '',
    client_secret: credentials['CLIENT_SECRET'] ?? '',
  });
  const url = `${hosts['authorize'] ?? ''}/oauth/v2/accessToken`;
  return readReply(await http.send({ method: 'POST', url, body }), clock.now());
}

export function readReply(reply: PlatformReply, now: Date): Reply {
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { status, json, text, headers } = reply;
  if (status >= 200 && status < 300) {
    const isReadable = text === '' || isJsonObject(json);
    return isReadable ? { kind: 'ok', json, headers } : { kind: 'lost', reason: 'an answer that cannot be read' };
  }
  const fault = { ...readFault(json, status), retryAfterMs: waitOf(headers, now) };
  // Said with several statuses, and of posts that are there all the same.
  const isOpen = status < 400 || status >= 500 || /unable to obtain activity/i.test(fault.message);
  return isOpen ? { kind: 'lost', reason: `${status} ${fault.message}` } : { kind: 'error', fault };
}

/** Of the interface itself, of one of its inputs, or of OAuth. */
function readFault(json: unknown, status: number): Omit<Fault, 'retryAfterMs'> {
  const answer = isJsonObject(json) ? json : {};
  const input = inputErrorOf(answer['errorDetails']);
  const { serviceErrorCode } = answer;
  const words = [input['description'], answer['error_description'], answer['message']];
  return {
    status,
    serviceCode: Number.isSafeInteger(serviceErrorCode) ? Number(serviceErrorCode) : undefined,
    code: networkText(input['code'] ?? answer['code'] ?? answer['error'], 100) ?? '',
    message: words.map((one) => networkText(one)).find((one) => one !== undefined && one !== '') ?? `status ${status}`,
  };
}

function inputErrorOf(details: unknown): Readonly<Record<string, unknown>> {
  const errors = isJsonObject(details) ? details['inputErrors'] : undefined;
  const [first] = Array.isArray(errors) ? errors.filter(isJsonObject) : [];
  return first ?? {};
}

const dayMs = 24 * 3_600_000;

/** What is used up comes back at midnight UTC; answers rarely say so. */
function waitOf(headers: Texts, now: Date): number {
  const named = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  return named > 0 && named <= dayMs ? named : dayMs - (now.getTime() % dayMs);
}

/** Our token goes to no host but the network's own and those the operator set. */
export function uploadAddress({ hosts }: Pick<Call, 'hosts'>, value: unknown): string | undefined {
  const url = webUrl(value);
  if (url === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(url);
  const isOwn = protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname);
  return isOwn || Object.values(hosts).includes(origin) ? url : undefined;
}
