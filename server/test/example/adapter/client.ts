import { isJsonObject } from '../../../src/kernel/text/json.ts';
import type { PlatformBody, PlatformRequest } from '../../../src/kernel/outbound/platform-http.ts';
import type { AccountCall, Call } from '../../../src/platforms/adapter.ts';
import { networkText } from '../../../src/platforms/shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type ParrotReply =
  | { kind: 'ok'; json: Json }
  | { kind: 'error'; status: number; code: string; message: string; retryAfterMs: number | undefined }
  | { kind: 'notSent'; reason: string }
  | { kind: 'lost'; reason: string };

const waitMaxSeconds = 24 * 3600;

type Request = { method: PlatformRequest['method']; path: string; body?: PlatformBody; token?: string };

export async function callParrot({ http, hosts, apiVersion }: Call, request: Request): Promise<ParrotReply> {
  const { method, path, body, token } = request;
  const reply = await http.send({
    method,
    url: `${hosts['api'] ?? ''}/${apiVersion}${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status, headers } = reply;
  if (!isJsonObject(json)) return { kind: 'lost', reason: `an answer that cannot be read (status ${status})` };
  if (status < 300) return { kind: 'ok', json };
  const wait = Number(headers['retry-after']);
  return {
    kind: 'error',
    status,
    code: networkText(json['error'], 100) ?? '',
    message: networkText(json['message']) ?? `status ${status}`,
    retryAfterMs: wait > 0 && wait <= waitMaxSeconds ? wait * 1000 : undefined,
  };
}

export function tokenOf({ account }: AccountCall): string {
  return account.tokens?.accessToken ?? '';
}
