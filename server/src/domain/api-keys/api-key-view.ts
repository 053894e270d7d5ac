import type { ApiKey } from '../../schemas/api-key.ts';
import type { ApiKeyWithProfiles } from './api-key-store.ts';

export function apiKeyView(row: ApiKeyWithProfiles): ApiKey {
  return {
    id: row.id,
    name: row.name,
    keyPreview: row.preview,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    scope: row.scope,
    profileIds: row.profiles,
    permission: row.permission,
  };
}
