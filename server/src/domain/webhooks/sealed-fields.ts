import type { Place, Sealer } from '../../kernel/crypto/seal.ts';
import type { CustomHeader } from './custom-headers.ts';

type Endpoint = { id: string; owner_id: string };

const place = (endpoint: Endpoint, column: string): Place => ({
  table: 'webhook_endpoints',
  row: endpoint.id,
  column,
  owner: endpoint.owner_id,
});

/** All three secret columns share a place: a secret moves from one to the next without being opened. */
export function sealSecret(sealer: Sealer, endpoint: Endpoint, secret: string): string {
  return sealer.seal(secret, place(endpoint, 'secret'));
}

export function openSecret(sealer: Sealer, endpoint: Endpoint, sealed: string): string {
  return sealer.open(sealed, place(endpoint, 'secret'));
}

export function sealHeaders(sealer: Sealer, endpoint: Endpoint, headers: readonly CustomHeader[]): string | null {
  return headers.length === 0 ? null : sealer.seal(JSON.stringify(headers), place(endpoint, 'custom_headers'));
}

export function openHeaders(sealer: Sealer, endpoint: Endpoint, sealed: string | null): CustomHeader[] {
  if (sealed === null) return [];
  return JSON.parse(sealer.open(sealed, place(endpoint, 'custom_headers'))) as CustomHeader[];
}
