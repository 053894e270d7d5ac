import type { Generated, JSONColumnType } from 'kysely';
import type { IdempotencyKeyRow, PostRow, PostTargetRow, PostTimelineRow } from './post-rows.ts';

export type Plan = 'free' | 'starter' | 'pro' | 'scale' | 'self-hosted';

export type UserRow = { id: string; name: string; plan: Plan; created_at: Date };

type UserTable = UserRow & { media_prefix: Generated<string | null> };

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

export type AccountStatus = 'connected' | 'needsReauth' | 'disconnected' | 'disabled';
export type AccountFault = 'tokenDead' | 'scopeMissing' | 'authorizationRemoved';

export type AccountRow = {
  id: string;
  owner_id: string;
  profile_id: string;
  platform: string;
  is_sandbox: boolean;
  provider_account_id: string;
  username: string;
  display_name: string;
  profile_url: string | null;
  avatar_url: string | null;
  status: AccountStatus;
  fault: AccountFault | null;
  granted_scopes: string[];
  platform_state: Readonly<Record<string, string | number | boolean | null>>;
  tokens_sealed: string | null;
  token_issued_at: Date | null;
  token_expires_at: Date | null;
  is_token_refreshable: boolean;
  token_version: number;
  refresh_at: Date | null;
  refresh_failures: number;
  refresh_claim: string | null;
  refresh_lease_until: Date | null;
  last_refreshed_at: Date | null;
  last_checked_at: Date;
  connected_at: Date;
  created_at: Date;
  has_boards: boolean;
  default_board_id: string | null;
  default_board_name: string | null;
};

export type ConnectSessionRow = {
  id: string;
  owner_id: string;
  profile_id: string;
  platform: string;
  is_sandbox: boolean;
  state_hash: Buffer;
  code_hash: Buffer | null;
  code_verifier_sealed: string | null;
  redirect_url: string | null;
  status: 'pending' | 'completed' | 'failed';
  claimed_at: Date | null;
  account_ids: string[];
  error_code: string | null;
  error_description: string | null;
  created_at: Date;
  expires_at: Date;
};

type CodeReaderRow = {
  platform: string;
  is_sandbox: boolean;
  cursor: string | null;
  claim_token: string | null;
  lease_until: Date | null;
};

export type TokenRevocationRow = Pick<
  AccountRow,
  'id' | 'owner_id' | 'platform' | 'is_sandbox' | 'provider_account_id' | 'username' | 'platform_state'
> & {
  account_id: string | null;
  tokens_sealed: string;
  attempt_count: number;
  next_attempt_at: Date;
  created_at: Date;
};

export type MediaRow = {
  key: string;
  owner_id: string;
  profile_id: string | null;
  kind: 'presigned' | 'direct' | 'fetched' | 'rendition';
  filename: string;
  content_type: string;
  type: 'image' | 'video' | 'gif' | 'document' | 'audio';
  declared_bytes: string | null;
  size_bytes: string | null;
  checksum: string | null;
  width: number | null;
  height: number | null;
  duration_ms: string | null;
  video_codec: string | null;
  status: 'pending' | 'uploaded' | 'attached';
  use_count: number;
  claim_token: string | null;
  claim_until: Date | null;
  created_at: Date;
  expires_at: Date | null;
};

type RenditionRow = { owner_id: string; checksum: string; rule: string; media_key: string; changes: string[] };

export type QueueRow = {
  id: string;
  owner_id: string;
  profile_id: string;
  name: string;
  description: string;
  timezone: string;
  slots: { dayOfWeek: number; time: string }[];
  is_active: boolean;
  is_default: boolean;
  full_until: Date | null;
  freed_count: string;
  created_at: Date;
  updated_at: Date;
};

// The driver would send an array of ours as one of PostgreSQL's.
type QueueTable = Omit<QueueRow, 'slots'> & { slots: JSONColumnType<QueueRow['slots'], string, string> };

type SchemaMigrationRow = { name: string; checksum: string; applied_at: Generated<Date> };

export type InstallationRow = {
  is_only: boolean;
  id: string;
  epoch: number;
  advanced_at: Date;
  held_since: Date | null;
  held_reason: string | null;
};

type InstallationTable = Omit<InstallationRow, 'is_only'> & { is_only: Generated<boolean> };

/** Table names to row types; the SQL itself lives in `migrations/`. */
export type Schema = {
  users: UserTable;
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
  accounts: AccountRow;
  connect_sessions: ConnectSessionRow;
  code_readers: CodeReaderRow;
  token_revocations: TokenRevocationRow;
  media: MediaRow;
  renditions: RenditionRow;
  posts: PostRow;
  post_targets: PostTargetRow;
  post_timeline: PostTimelineRow;
  idempotency_keys: IdempotencyKeyRow;
  queues: QueueTable;
  schema_migrations: SchemaMigrationRow;
  installation: InstallationTable;
};
