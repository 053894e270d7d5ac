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

type WorkerRow = { id: string; pool_id: string; started_at: Date; heartbeat_at: Date };

type HourlyUseRow = { owner_id: string; operation: string; used_at: Date };

type EventFeedRow = { owner_id: string; last_position: string };

export type EventRow = {
  id: string;
  owner_id: string;
  type: string;
  resource_id: string;
  profile_ids: string[];
  body: Buffer;
  is_in_feed: boolean;
  feed_position: string | null;
  created_at: Date;
};

type DisabledReason = 'auto_consecutive_failures' | 'user_disabled' | 'gone';

export type WebhookEndpointRow = {
  id: string;
  owner_id: string;
  name: string;
  url: string;
  events: string[];
  profile_access: 'all_profiles' | 'selected_profiles';
  custom_header_names: string[];
  custom_headers_sealed: string | null;
  secret_sealed: string | null;
  staged_secret_sealed: string | null;
  staged_at: Date | null;
  previous_secrets_sealed: string[];
  previous_until: Date[];
  is_active: boolean;
  disabled_reason: DisabledReason | null;
  consecutive_failures: number;
  last_delivered_at: Date | null;
  last_failed_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

type WebhookEndpointProfileRow = { owner_id: string; endpoint_id: string; profile_id: string };

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

export type WebhookDeliveryRow = {
  id: string;
  owner_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  resource_id: string;
  status: DeliveryStatus;
  attempt_count: number;
  run_attempt_count: number;
  next_attempt_at: Date | null;
  claim_token: string | null;
  lease_until: Date | null;
  last_http_status: number | null;
  last_error_code: string | null;
  last_duration_ms: number | null;
  last_attempt_at: Date | null;
  delivered_at: Date | null;
  event_created_at: Date;
  created_at: Date;
};

type WebhookAttemptRow = {
  owner_id: string;
  delivery_id: string;
  number: number;
  attempted_at: Date;
  duration_ms: number;
  http_status: number | null;
  error_code: string | null;
};

type SchemaMigrationRow = { name: string; checksum: string; applied_at: Generated<Date> };

/** Table names to row types; the SQL itself lives in `migrations/`. */
export type Schema = {
  users: UserRow;
  profiles: ProfileRow;
  api_keys: ApiKeyRow;
  api_key_profiles: ApiKeyProfileRow;
  request_budgets: RequestBudgetRow;
  vault_sentinel: VaultSentinelRow;
  workers: WorkerRow;
  hourly_uses: HourlyUseRow;
  event_feeds: EventFeedRow;
  events: EventRow;
  webhook_endpoints: WebhookEndpointRow;
  webhook_endpoint_profiles: WebhookEndpointProfileRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_attempts: WebhookAttemptRow;
  schema_migrations: SchemaMigrationRow;
};
