import { isJsonObject } from '../../../src/kernel/text/json.ts';
import type { PlatformBody, PlatformReply, PlatformRequest } from '../../../src/kernel/outbound/platform-http.ts';
import { platformText } from '../../../src/platforms/shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../../../src/platforms/shared/reply.ts';
import type { ParrotAccountCall, ParrotCall } from './call.ts';

export type ParrotError = { status: number; code: string; message: string; retryAfterMs: number | undefined };
type ParrotReply = Reply<{ json: Json }, ParrotError>;
export type ParrotFailure = Failure<ParrotError>;

const waitMaxSeconds = 24 * 3600;

type Request = { method: PlatformRequest['method']; path: string; body?: PlatformBody; token?: string };

export async function callParrot({ http, hosts, apiVersion }: ParrotCall, request: Request): Promise<ParrotReply> {
  const { method, path, body, token } = request;
  const reply = await http.send({
    method,
    url: `${hosts.api}/${apiVersion}${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
  return readReply(reply);
}

export function readReply(reply: PlatformReply): ParrotReply {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status, headers } = reply;
  if (!isJsonObject(json)) return { kind: 'lost', reason: `the response could not be parsed (status ${status})` };
  if (status < 300) return { kind: 'ok', json };
  const wait = Number(headers['retry-after']);
  return {
    kind: 'error',
    error: {
      status,
      code: platformText(json['error'], 100) ?? '',
      message: platformText(json['message']) ?? `status ${status}`,
      retryAfterMs: wait > 0 && wait <= waitMaxSeconds ? wait * 1000 : undefined,
    },
  };
}

export function tokenOf({ account }: ParrotAccountCall): string {
  return account.tokens?.accessToken ?? '';
}
