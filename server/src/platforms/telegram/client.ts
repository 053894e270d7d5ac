import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import type { Call } from '../adapter.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { networkText } from '../shared/network-text.ts';

type Json = Readonly<Record<string, unknown>>;

export type BotError = { code: number; description: string; retryAfterSeconds?: number; movedTo?: string };

export type BotReply =
  | { kind: 'ok'; result: unknown }
  | { kind: 'error'; error: BotError }
  | { kind: 'notSent'; reason: string }
  /** No answer, or none that can be read: whether it had its effect is not known. */
  | { kind: 'lost'; reason: string };

/** The token is part of the path, so no URL of these is ever shown or logged. */
export async function callBot(
  { http, hosts, credentials }: Pick<Call, 'http' | 'hosts' | 'credentials'>,
  method: string,
  body: PlatformBody,
): Promise<BotReply> {
  const url = `${hosts['api'] ?? ''}/bot${credentials['BOT_TOKEN'] ?? ''}/${method}`;
  const reply = await http.send({ method: 'POST', url, body, uploadMs: uploadMs(body.sizeBytes) });
  if (reply.kind === 'notSent') return reply;
  if (reply.kind === 'noAnswer') return { kind: 'lost', reason: reply.reason };
  const { json, status } = reply;
  if (!isJsonObject(json) || typeof json['ok'] !== 'boolean') {
    return { kind: 'lost', reason: `an answer that cannot be read (status ${status})` };
  }
  const error = toBotError(json, status);
  // Whatever else it says, the server itself is in trouble.
  if (status >= 500) return { kind: 'lost', reason: `${status} ${error.description}` };
  return json['ok'] ? { kind: 'ok', result: json['result'] } : { kind: 'error', error };
}

function toBotError(json: Json, status: number): BotError {
  const code = typeof json['error_code'] === 'number' ? json['error_code'] : status;
  const description = networkText(json['description']) ?? `status ${status}`;
  const parameters = isJsonObject(json['parameters']) ? json['parameters'] : {};
  const { retry_after: retryAfter, migrate_to_chat_id: movedTo } = parameters;
  return {
    code,
    description,
    ...(isWait(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    ...(isChatId(movedTo) ? { movedTo: String(movedTo) } : {}),
  };
}

const waitMaxSeconds = 24 * 3600;

function isWait(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= waitMaxSeconds;
}

function isChatId(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,20}$/.test(value));
}
