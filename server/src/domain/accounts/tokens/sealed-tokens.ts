import type { Place, Sealer } from '../../../kernel/crypto/seal.ts';
import type { Tokens } from '../../../platforms/adapter.ts';

type Holder = { id: string; owner_id: string };

/** Accounts and revocations alike: a token in the wrong row does not open. */
const place = (table: 'accounts' | 'token_revocations', { id, owner_id }: Holder): Place => ({
  table,
  row: id,
  column: 'tokens',
  owner: owner_id,
});

export function sealTokens(sealer: Sealer, account: Holder, tokens: Tokens): string {
  return sealer.seal(JSON.stringify(tokens), place('accounts', account));
}

export function openTokens(sealer: Sealer, account: Holder, sealed: string): Tokens {
  return parse(sealer.open(sealed, place('accounts', account)));
}

export function sealForRevocation(sealer: Sealer, revocation: Holder, tokens: Tokens): string {
  return sealer.seal(JSON.stringify(tokens), place('token_revocations', revocation));
}

export function openForRevocation(sealer: Sealer, revocation: Holder, sealed: string): Tokens {
  return parse(sealer.open(sealed, place('token_revocations', revocation)));
}

function parse(text: string): Tokens {
  const { expiresAt, ...tokens } = JSON.parse(text) as Omit<Tokens, 'expiresAt'> & { expiresAt?: string };
  return expiresAt === undefined ? tokens : { ...tokens, expiresAt: new Date(expiresAt) };
}
