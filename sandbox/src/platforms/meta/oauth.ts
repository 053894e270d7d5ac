import type { Call, Route } from '../../core/platform.ts';
import type { Authority } from '../../core/oauth/authority.ts';
import { issuerOf, type CodeError, type Grant, type Token, type TokenError } from '../../core/oauth/table.ts';
import { secondsLeft } from '../../core/oauth/tokens.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import type { Random } from '../../core/state/random.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { graphReply } from './errors.ts';
import { tokenErrors } from './token-errors.ts';

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const tokenText =
  (prefix: string, count: number) =>
  (random: Random): string =>
    `${prefix}${random.text(count, alphanumeric)}`;

export const codeFormat = { lifetimeMs: 3600 * 1000, text: (random: Random): string => `AQ${random.text(120)}` };

const codeErrorTexts: Readonly<Partial<Record<CodeError, string>>> = {
  used: 'This authorization code has been used',
  expired: 'This authorization code has expired',
  redirectUri:
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
};

export const codeErrorText = (error: CodeError): string => codeErrorTexts[error] ?? 'Invalid authorization code';

/** From the parameters, or the header with the scheme `Bearer` or `OAuth`. */
export function presentedToken({ request }: Call): string | undefined {
  const { access_token: parameter } = rawParameters(request);
  if (typeof parameter === 'string') return parameter;
  return /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export function graphTokenError(call: Call, error: TokenError, token: Token<Grant> | undefined): Reply {
  const now = call.clock.now();
  if (error === 'revoked') return graphReply(call, tokenErrors.revoked());
  if (error === 'expired') return graphReply(call, tokenErrors.expired(token?.expiresAt ?? now, now));
  return graphReply(call, presentedToken(call) === undefined ? tokenErrors.missing() : tokenErrors.unreadable());
}

export const bearerBody = (call: Call, token: Token<Grant>): object => ({
  access_token: token.text,
  token_type: 'bearer',
  expires_in: secondsLeft(call, token),
});

type ExchangeTable<G extends Grant> = {
  readonly host: string;
  readonly path: string;
  readonly operation: string;
  checkRequest(call: Call): void;
  checkToken(call: Call, token: Token<G>): void;
  extraBody?(token: Token<G>): object;
};

/** The presented token stays valid. */
export function exchangeRoute<P extends object, G extends Grant>(
  authority: Authority<P, G>,
  { host, path, operation, checkRequest, checkToken, extraBody }: ExchangeTable<G>,
): Route {
  return {
    host,
    methods: ['GET'],
    path,
    operation,
    handle: (call) => {
      checkRequest(call);
      const token = authority.requireToken(call);
      checkToken(call, token);
      const long = call.commit((tx) => authority.issueToken(issuerOf(call, tx), token, 'long'));
      return json(200, { ...bearerBody(call, long), ...extraBody?.(long) });
    },
  };
}
