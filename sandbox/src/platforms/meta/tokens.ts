import type { Call } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { refuse } from './errors.ts';
import { tokenErrors } from './token-errors.ts';

/** What tells whether a token still works; null is a token without an end. */
type Lifetime = { readonly expiresAt: number | null; readonly isRevoked: boolean };

/** Among the parameters or in the header, where two words stand for the same. */
export function presentedToken({ request }: Call): string | undefined {
  const given = rawParameters(request)['access_token'];
  if (typeof given === 'string') return given;
  return /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export function requireLive<T extends Lifetime>(call: Call, token: T | undefined): T {
  if (token === undefined) {
    refuse(call, presentedToken(call) === undefined ? tokenErrors.missing() : tokenErrors.unreadable());
  }
  if (token.isRevoked) refuse(call, tokenErrors.revoked());
  const now = call.clock.now();
  if (token.expiresAt !== null && now >= token.expiresAt) refuse(call, tokenErrors.expired(token.expiresAt, now));
  return token;
}
