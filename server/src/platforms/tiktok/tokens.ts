import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { Call, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { readOAuthTokens } from '../shared/oauth-tokens.ts';
import { minuteMs } from './errors.ts';

const readOwner = answerReader(Type.Object({ open_id: Type.String({ pattern: '^[\\w-]{1,128}$' }) }));

export type Granted = { kind: 'granted'; tokens: Tokens; openId: string; scopes: readonly string[] };
type NotGranted =
  | { kind: 'refused'; code: string; reason: string }
  /** The network could not answer, or not readably. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

/** OAuth's own answers are flat, and refusals among them may come with status 200. */
export async function askToken(call: Call, fields: Readonly<Record<string, string>>): Promise<Granted | NotGranted> {
  const { CLIENT_KEY: client_key = '', CLIENT_SECRET: client_secret = '' } = call.credentials;
  const body = formBody({ client_key, client_secret, ...fields });
  const reply = await call.http.send({ method: 'POST', url: `${call.hosts['api'] ?? ''}/v2/oauth/token/`, body });
  if (reply.kind !== 'answer') return { kind: 'unavailable', reason: reply.reason };
  if (reply.status === 429) return { kind: 'unavailable', reason: 'TikTok asks to slow down', retryAfterMs: minuteMs };
  return readRefusal(reply) ?? readGranted(call, reply);
}

type Answer = Extract<PlatformReply, { kind: 'answer' }>;

function readRefusal({ json, status }: Answer): NotGranted | undefined {
  const code = isJsonObject(json) ? networkText(json['error'], 100) : undefined;
  if (!isJsonObject(json) || code === undefined || status >= 500) return undefined;
  return { kind: 'refused', code, reason: networkText(json['error_description']) ?? code };
}

function readGranted(call: Call, { json, status }: Answer): Granted | NotGranted {
  const read = status < 300 ? readOAuthTokens(call, json) : undefined;
  const openId = readOwner(json)?.open_id;
  if (read === undefined || openId === undefined) {
    return { kind: 'unavailable', reason: `TikTok answered without a token (status ${status})` };
  }
  return { kind: 'granted', openId, ...read };
}
