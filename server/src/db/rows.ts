import type { Generated } from 'kysely';

export type Plan = 'free' | 'starter' | 'pro' | 'scale' | 'self-hosted';

export type UserRow = { id: string; name: string; plan: Plan; created_at: Date };

export type ProfileRow = {
  id: string;
  owner_id: string;
  name: string;
  description: string;
  color: string;
  slug: string;
  is_default: boolean;
  created_at: Date;
};

export type ApiKeyRow = {
  id: string;
  owner_id: string;
  name: string;
  hash: Buffer;
  preview: string;
  scope: 'full' | 'profiles';
  permission: 'read-write' | 'read';
  created_at: Date;
  last_used_at: Date | null;
};

type ApiKeyProfileRow = { owner_id: string; key_id: string; profile_id: string };

type RequestBudgetRow = { owner_id: string; full_at: Date; admitted: boolean };

type VaultSentinelRow = { is_only: Generated<boolean>; sealed: string; created_at: Date };

type SchemaMigrationRow = { name: string; checksum: string; applied_at: Generated<Date> };

/** Table names to row types; the SQL itself lives in `migrations/`. */
export type Schema = {
  users: UserRow;
  profiles: ProfileRow;
  api_keys: ApiKeyRow;
  api_key_profiles: ApiKeyProfileRow;
  request_budgets: RequestBudgetRow;
  vault_sentinel: VaultSentinelRow;
  schema_migrations: SchemaMigrationRow;
};
