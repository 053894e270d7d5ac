import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText } from '../shared/platform-text.ts';
import { readOAuthTokens } from '../shared/oauth-tokens.ts';
import { unanswered, type Reply } from '../shared/reply.ts';
import type { TiktokCall } from './call.ts';
import type { TiktokError } from './client.ts';
import { minuteMs } from './errors.ts';

export type TiktokTokenError = TiktokError & { retryAfterMs?: number };

const readOwner = responseReader(Type.Object({ open_id: Type.String({ pattern: '^[\\w-]{1,128}$' }) }));

export function openIdOf(json: unknown): string | undefined {
  return readOwner(json)?.open_id;
}

/** Unlike the API's, these responses are flat, and refusals may have status 200. */
export function readTokenReply(reply: PlatformReply, call: TiktokCall): Reply<{ json: unknown }, TiktokTokenError> {
  if (reply.kind !== 'response') return unanswered(reply);
  const { json, status } = reply;
  if (status === 429) {
    return {
      kind: 'error',
      error: { status, code: '', message: 'TikTok limits the request rate', retryAfterMs: minuteMs },
    };
  }
  const code = isJsonObject(json) ? platformText(json['error'], 100) : undefined;
  if (isJsonObject(json) && code !== undefined && status < 500) {
    return { kind: 'error', error: { status, code, message: platformText(json['error_description']) ?? code } };
  }
  const isComplete = status < 300 && openIdOf(json) !== undefined && readOAuthTokens(call, json) !== undefined;
  return isComplete
    ? { kind: 'ok', json }
    : { kind: 'lost', reason: `TikTok returned no token (status ${status})`, status };
}
