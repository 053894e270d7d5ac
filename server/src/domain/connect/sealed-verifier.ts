import type { Place, Sealer } from '../../kernel/crypto/seal.ts';

type Session = { id: string; owner_id: string };

const place = ({ id, owner_id }: Session): Place => ({
  table: 'connect_sessions',
  row: id,
  column: 'code_verifier',
  owner: owner_id,
});

export function sealVerifier(sealer: Sealer, session: Session, verifier: string): string {
  return sealer.seal(verifier, place(session));
}

export function openVerifier(sealer: Sealer, session: Session, sealed: string | null): string | undefined {
  return sealed === null ? undefined : sealer.open(sealed, place(session));
}
