import type { ApiKey } from '../../schemas/api-key.ts';
import type { ApiKeyWithProfiles } from './api-key-store.ts';

export function apiKeyView(row: ApiKeyWithProfiles): ApiKey {
  return {
    id: row.id,
    name: row.name,
    keyPreview: row.preview,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    scope: row.scope,
    profileIds: row.profiles,
    permission: row.permission,
  };
}
