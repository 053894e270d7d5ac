import type { SealContext, Sealer } from '../../kernel/crypto/seal.ts';
import type { WebhookEndpointRow } from '../../db/rows.ts';
import type { CustomHeader } from './custom-headers.ts';

type Endpoint = { id: string; ownerId: string };
type SealedColumns = Pick<
  WebhookEndpointRow,
  'secretSealed' | 'stagedSecretSealed' | 'previousSecretsSealed' | 'customHeadersSealed'
>;

const sealContextOf = (endpoint: Endpoint, column: string): SealContext => ({
  table: 'webhook_endpoints',
  row: endpoint.id,
  column,
  owner: endpoint.ownerId,
});

/** Secret columns share a seal context, so that a secret can move between them without being decrypted. */
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

export function openAllSecrets(sealer: Sealer, endpoint: Endpoint & SealedColumns): string[] {
  const { secretSealed, stagedSecretSealed, previousSecretsSealed, customHeadersSealed } = endpoint;
  const secrets = [secretSealed, stagedSecretSealed, ...previousSecretsSealed].filter((sealed) => sealed !== null);
  const headers = openHeaders(sealer, endpoint, customHeadersSealed);
  return [...secrets.map((sealed) => openSecret(sealer, endpoint, sealed)), ...headers.map(({ value }) => value)];
}
