import type { Random } from '../../core/random.ts';
import type { Collection, Tx } from '../../core/store.ts';

/** What a consent page leads to: a grant that can be taken once, with the same redirect address. */
export type Code<Grant> = {
  readonly text: string;
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

export type Issuer = { readonly tx: Tx; readonly random: Random; readonly now: number };

const lifetimeMs = 3600 * 1000;

export function issueCode<Grant>(
  codes: Collection<Code<Grant>>,
  { tx, random, now }: Issuer,
  given: Pick<Code<Grant>, 'grant' | 'redirectUri'>,
): string {
  const text = `AQ${random.text(120)}`;
  codes.put(tx, text, { ...given, text, expiresAt: now + lifetimeMs, isUsed: false });
  return text;
}

export type CodeFault = 'invalid' | 'used' | 'expired' | 'redirect';

export const codeFaultTexts: Readonly<Record<CodeFault, string>> = {
  invalid: 'Invalid authorization code',
  used: 'This authorization code has been used',
  expired: 'This authorization code has expired',
  redirect:
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
};

type Claim = { readonly text: string; readonly redirectUri: string; readonly now: number };

/** The grant of a code, which is used up by this; or what is wrong with the code. */
export function takeCode<Grant>(
  codes: Collection<Code<Grant>>,
  tx: Tx,
  { text, redirectUri, now }: Claim,
): { readonly grant: Grant } | { readonly fault: CodeFault } {
  const code = codes.get(tx, text);
  if (code === undefined) return { fault: 'invalid' };
  if (code.isUsed) return { fault: 'used' };
  if (now >= code.expiresAt) return { fault: 'expired' };
  if (code.redirectUri !== redirectUri) return { fault: 'redirect' };
  codes.put(tx, text, { ...code, isUsed: true });
  return { grant: code.grant };
}
