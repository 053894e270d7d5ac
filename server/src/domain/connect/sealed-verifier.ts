import type { SealContext, Sealer } from '../../kernel/crypto/seal.ts';

type Session = { id: string; ownerId: string };

const sealContextOf = ({ id, ownerId }: Session): SealContext => ({
  table: 'connect_sessions',
  row: id,
  column: 'code_verifier',
  owner: ownerId,
});

export function sealVerifier(sealer: Sealer, session: Session, verifier: string): string {
  return sealer.seal(verifier, sealContextOf(session));
}

export function openVerifier(sealer: Sealer, session: Session, sealed: string | null): string | undefined {
  return sealed === null ? undefined : sealer.open(sealed, sealContextOf(session));
}
