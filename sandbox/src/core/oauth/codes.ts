import { collection, type Reader, type Tx } from '../state/store.ts';
import { matchesChallenge } from './pkce.ts';
import type { AuthorityTable, Code, CodeError, Grant, Issuer } from './table.ts';

type CodeClaim = {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string | undefined;
  readonly now: number;
};

type CodeRequest<G extends Grant> = Pick<Code<G>, 'grant' | 'redirectUri' | 'challenge'>;
type Redemption<G extends Grant> = { readonly grant: G } | { readonly error: CodeError };

/** Each code can be redeemed once, with the redirect URI and verifier that it was issued for. */
export function createCodes<P extends object, G extends Grant>(table: AuthorityTable<P, G>) {
  const codes = collection<Code<G>>(`${table.platform}/codes`);
  return {
    getCode: (reader: Reader, text: unknown): Code<G> | undefined => codes.get(reader, String(text)),

    issueCode: ({ tx, random, now }: Issuer, request: CodeRequest<G>): string => {
      const text = table.code.text(random);
      codes.put(tx, text, { ...request, text, expiresAt: now + table.code.lifetimeMs, isUsed: false });
      return text;
    },

    redeemCode: (tx: Tx, claim: CodeClaim): Redemption<G> => {
      const code = codes.get(tx, claim.code);
      const error = codeError(code, claim);
      if (code === undefined || error !== undefined) return { error: error ?? 'unknown' };
      codes.put(tx, code.text, { ...code, isUsed: true });
      return { grant: code.grant };
    },
  };
}

function codeError(code: Code<Grant> | undefined, claim: CodeClaim): CodeError | undefined {
  if (code === undefined) return 'unknown';
  if (code.isUsed) return 'used';
  if (claim.now >= code.expiresAt) return 'expired';
  if (code.redirectUri !== claim.redirectUri) return 'redirectUri';
  if (code.challenge === undefined) return undefined;
  if (claim.verifier === undefined) return 'verifierMissing';
  return matchesChallenge(code.challenge, claim.verifier) ? undefined : 'verifier';
}
