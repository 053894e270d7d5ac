import { isJsonObject } from '../../kernel/text/json.ts';
import { parsePlatformJson } from '../../kernel/outbound/platform-json.ts';
import type { Tokens } from '../adapter.ts';
import { tokenText } from '../shared/platform-text.ts';

const lifetimeMs = 2 * 3_600_000;
const lifetimeMaxMs = 366 * 24 * 3_600_000;

/** Undefined when a token is missing: such a response must never replace working tokens. */
export function readTokens(session: { accessJwt: string; refreshJwt: string }, now: Date): Tokens | undefined {
  const accessToken = tokenText(session.accessJwt);
  const refreshToken = tokenText(session.refreshJwt);
  if (accessToken === undefined || refreshToken === undefined) return undefined;
  return { accessToken, refreshToken, expiresAt: expiryOf(accessToken, now), isRefreshable: true };
}

/** Not verified: the expiry only determines when to refresh. */
export function expiryOf(jwt: string, now: Date): Date {
  const [, payload = ''] = jwt.split('.');
  const claims = parsePlatformJson(Buffer.from(payload, 'base64url').toString('utf8'));
  const exp = isJsonObject(claims) && typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : 0;
  const isLikely = exp > now.getTime() && exp < now.getTime() + lifetimeMaxMs;
  return new Date(isLikely ? exp : now.getTime() + lifetimeMs);
}
