import type { SealContext, Sealer } from '../../../kernel/crypto/seal.ts';
import type { Tokens } from '../../../platforms/adapter.ts';

type Holder = { id: string; ownerId: string };

/** Binds a token to its row, so that a copy in another row cannot be decrypted. */
const sealContextOf = (table: 'accounts' | 'token_revocations', { id, ownerId }: Holder): SealContext => ({
  table,
  row: id,
  column: 'tokens',
  owner: ownerId,
});

export function sealTokens(sealer: Sealer, account: Holder, tokens: Tokens): string {
  return sealer.seal(JSON.stringify(tokens), sealContextOf('accounts', account));
}

export function openTokens(sealer: Sealer, account: Holder, sealed: string): Tokens {
  return parse(sealer.open(sealed, sealContextOf('accounts', account)));
}

export function sealForRevocation(sealer: Sealer, revocation: Holder, tokens: Tokens): string {
  return sealer.seal(JSON.stringify(tokens), sealContextOf('token_revocations', revocation));
}

export function openForRevocation(sealer: Sealer, revocation: Holder, sealed: string): Tokens {
  return parse(sealer.open(sealed, sealContextOf('token_revocations', revocation)));
}

function parse(text: string): Tokens {
  const { expiresAt, ...tokens } = JSON.parse(text) as Omit<Tokens, 'expiresAt'> & { expiresAt?: string };
  return expiresAt === undefined ? tokens : { ...tokens, expiresAt: new Date(expiresAt) };
}
