import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { platformText } from '../shared/platform-text.ts';
import { unanswered, type Failure, type Json, type Reply } from '../shared/reply.ts';
import type { TelegramCall } from './call.ts';

export type BotError = { code: number; description: string; retryAfterSeconds?: number; movedTo?: string };

export type BotReply = Reply<{ result: unknown }, BotError>;
export type BotFailure = Failure<BotError>;

/** The path contains the token, so these URLs are never shown or logged. */
export async function callBot(
  { http, hosts, credentials }: Pick<TelegramCall, 'http' | 'hosts' | 'credentials'>,
  method: string,
  body: PlatformBody,
): Promise<BotReply> {
  const url = `${hosts.api}/bot${credentials.BOT_TOKEN}/${method}`;
  const reply = await http.send({ method: 'POST', url, body, uploadMs: uploadMs(body.sizeBytes) });
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status } = reply;
  if (!isJsonObject(json) || typeof json['ok'] !== 'boolean') {
    return { kind: 'lost', reason: `the response could not be parsed (status ${status})` };
  }
  const error = toBotError(json, status);
  // A server error may have taken effect, whatever its body says.
  if (status >= 500) return { kind: 'lost', reason: `${status} ${error.description}` };
  return json['ok'] ? { kind: 'ok', result: json['result'] } : { kind: 'error', error };
}

function toBotError(json: Json, status: number): BotError {
  const code = typeof json['error_code'] === 'number' ? json['error_code'] : status;
  const description = platformText(json['description']) ?? `status ${status}`;
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
