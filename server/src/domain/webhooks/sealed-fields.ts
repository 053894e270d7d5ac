import type { SealContext, Sealer } from '../../kernel/crypto/seal.ts';
import type { CustomHeader } from './custom-headers.ts';

type Endpoint = { id: string; ownerId: string };

const sealContextOf = (endpoint: Endpoint, column: string): SealContext => ({
  table: 'webhook_endpoints',
  row: endpoint.id,
  column,
  owner: endpoint.ownerId,
});

/** All three secret columns share a seal context, so that a secret can move between them without being decrypted. */
export function sealSecret(sealer: Sealer, endpoint: Endpoint, secret: string): string {
  return sealer.seal(secret, sealContextOf(endpoint, 'secret'));
}

export function openSecret(sealer: Sealer, endpoint: Endpoint, sealed: string): string {
  return sealer.open(sealed, sealContextOf(endpoint, 'secret'));
}

export function sealHeaders(sealer: Sealer, endpoint: Endpoint, headers: readonly CustomHeader[]): string | null {
  return headers.length === 0 ? null : sealer.seal(JSON.stringify(headers), sealContextOf(endpoint, 'custom_headers'));
}

export function openHeaders(sealer: Sealer, endpoint: Endpoint, sealed: string | null): CustomHeader[] {
  if (sealed === null) return [];
  return JSON.parse(sealer.open(sealed, sealContextOf(endpoint, 'custom_headers'))) as CustomHeader[];
}
