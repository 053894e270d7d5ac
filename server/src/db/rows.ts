import type { Generated } from 'kysely';
import type { AutomationLogRow, AutomationRow } from './automation-rows.ts';
import type { ContactChannelRow, ContactRow } from './contact-rows.ts';
import type { CommentPageRow, CommentRow, ConversationRow, MessageRow, PlatformEventRow } from './inbox-rows.ts';
import type { IdempotencyKeyRow, PostRow, PostTargetRow, PostTimelineRow } from './post-rows.ts';

export type Plan = 'free' | 'starter' | 'pro' | 'scale' | 'self-hosted';

export type UserRow = { id: string; name: string; plan: Plan; createdAt: Date };

type UserTable = UserRow & { mediaPrefix: Generated<string | null> };

export type ProfileRow = {
  id: string;
  ownerId: string;
  name: string;
  description: string;
  color: string;
  slug: string;
  isDefault: boolean;
  createdAt: Date;
};

export type ApiKeyRow = {
  id: string;
  ownerId: string;
  name: string;
  hash: Buffer;
  preview: string;
  scope: 'full' | 'profiles';
  permission: 'read-write' | 'read';
  createdAt: Date;
  lastUsedAt: Date | null;
};

type ApiKeyProfileRow = { ownerId: string; keyId: string; profileId: string };

type RequestBudgetRow = { ownerId: string; fullAt: Date; admitted: boolean };

type VaultSentinelRow = { isOnly: Generated<boolean>; sealed: string; createdAt: Date };

type WorkerRow = { id: string; startedAt: Date; heartbeatAt: Date };

type HourlyUseRow = { ownerId: string; operation: string; usedAt: Date };

type EventFeedRow = { ownerId: string; lastPosition: string };

export type EventRow = {
  id: string;
  ownerId: string;
  type: string;
  resourceId: string;
  profileIds: string[];
  body: Buffer;
  isInFeed: boolean;
  feedPosition: string | null;
  createdAt: Date;
};

type DisabledReason = 'auto_consecutive_failures' | 'user_disabled' | 'gone';

export type WebhookEndpointRow = {
  id: string;
  ownerId: string;
  name: string;
  url: string;
  events: string[];
  profileAccess: 'all_profiles' | 'selected_profiles';
  customHeaderNames: string[];
  customHeadersSealed: string | null;
  secretSealed: string | null;
  stagedSecretSealed: string | null;
  stagedAt: Date | null;
  previousSecretsSealed: string[];
  previousUntil: Date[];
  isActive: boolean;
  disabledReason: DisabledReason | null;
  consecutiveFailures: number;
  lastDeliveredAt: Date | null;
  lastFailedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type WebhookEndpointProfileRow = { ownerId: string; endpointId: string; profileId: string };

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

export type WebhookDeliveryRow = {
  id: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  resourceId: string;
  status: DeliveryStatus;
  attemptCount: number;
  lastHttpStatus: number | null;
  lastErrorCode: string | null;
  lastDurationMs: number | null;
  lastAttemptAt: Date | null;
  deliveredAt: Date | null;
  eventCreatedAt: Date;
  createdAt: Date;
  isKeptLonger: boolean;
};

export type OpenDeliveryRow = {
  deliveryId: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  runAttemptCount: number;
  nextAttemptAt: Date | null;
  claimToken: string | null;
  leaseUntil: Date | null;
};

export type WebhookAttemptRow = {
  ownerId: string;
  deliveryId: string;
  number: number;
  attemptedAt: Date;
  durationMs: number;
  httpStatus: number | null;
  errorCode: string | null;
  responseExcerpt: string | null;
};

export type AccountStatus = 'connected' | 'needsReauth' | 'disconnected' | 'disabled';
export type AccountFault = 'tokenDead' | 'scopeMissing' | 'authorizationRemoved';

export type AccountRow = {
  id: string;
  ownerId: string;
  profileId: string;
  platform: string;
  isSandbox: boolean;
  providerAccountId: string;
  username: string;
  displayName: string;
  profileUrl: string | null;
  avatarUrl: string | null;
  status: AccountStatus;
  fault: AccountFault | null;
  grantedScopes: string[];
  platformState: Readonly<Record<string, string | number | boolean | null>>;
  tokensSealed: string | null;
  tokenIssuedAt: Date | null;
  tokenExpiresAt: Date | null;
  isTokenRefreshable: boolean;
  tokenVersion: number;
  refreshAt: Date | null;
  refreshFailures: number;
  refreshClaim: string | null;
  refreshLeaseUntil: Date | null;
  lastRefreshedAt: Date | null;
  lastCheckedAt: Date;
  connectedAt: Date;
  createdAt: Date;
  /** When to subscribe to the platform's events; null if done. */
  subscribeAt: Date | null;
  inboxRefreshedAt: Date | null;
  inboxError: object | null;
  commentsPollAt: Date | null;
  inboxPollAt: Date | null;
  followersDueAt: Date | null;
  externalPostsDueAt: Date | null;
  externalPostsSyncedAt: Date | null;
  hasBoards: boolean;
  defaultBoardId: string | null;
  defaultBoardName: string | null;
};

export type ConnectSessionRow = {
  id: string;
  ownerId: string;
  profileId: string;
  platform: string;
  isSandbox: boolean;
  stateHash: Buffer;
  codeHash: Buffer | null;
  codeVerifierSealed: string | null;
  redirectUrl: string | null;
  status: 'pending' | 'completed' | 'failed';
  claimedAt: Date | null;
  accountIds: string[];
  errorCode: string | null;
  errorDescription: string | null;
  createdAt: Date;
  expiresAt: Date;
};

type CodeReaderRow = {
  platform: string;
  isSandbox: boolean;
  cursor: string | null;
  claimToken: string | null;
  leaseUntil: Date | null;
};

export type TokenRevocationRow = Pick<
  AccountRow,
  'id' | 'ownerId' | 'platform' | 'isSandbox' | 'providerAccountId' | 'username' | 'platformState'
> & {
  accountId: string | null;
  tokensSealed: string;
  attemptCount: number;
  nextAttemptAt: Date;
  createdAt: Date;
};

export type MediaRow = {
  key: string;
  ownerId: string;
  keyId: string | null;
  profileId: string | null;
  kind: 'presigned' | 'direct' | 'fetched' | 'rendition';
  filename: string;
  contentType: string;
  type: 'image' | 'video' | 'gif' | 'document' | 'audio';
  declaredBytes: string | null;
  sizeBytes: string | null;
  checksum: string | null;
  width: number | null;
  height: number | null;
  durationMs: string | null;
  videoCodec: string | null;
  status: 'pending' | 'uploaded' | 'attached';
  useCount: number;
  claimToken: string | null;
  leaseUntil: Date | null;
  createdAt: Date;
  expiresAt: Date | null;
};

type RenditionRow = { ownerId: string; checksum: string; rule: string; mediaKey: string; changes: string[] };

export type QueueRow = {
  id: string;
  ownerId: string;
  profileId: string;
  name: string;
  description: string;
  timezone: string;
  slots: { dayOfWeek: number; time: string }[];
  isActive: boolean;
  isDefault: boolean;
  fullUntil: Date | null;
  freedCount: string;
  createdAt: Date;
  updatedAt: Date;
};

type SchemaMigrationRow = { name: string; checksum: string; appliedAt: Generated<Date> };

export type InstallationRow = {
  isOnly: boolean;
  id: string;
  epoch: number;
  advancedAt: Date;
  heldSince: Date | null;
  heldReason: string | null;
};

type InstallationTable = Omit<InstallationRow, 'isOnly'> & { isOnly: Generated<boolean> };

export type Schema = {
  users: UserTable;
  profiles: ProfileRow;
  apiKeys: ApiKeyRow;
  apiKeyProfiles: ApiKeyProfileRow;
  requestBudgets: RequestBudgetRow;
  vaultSentinel: VaultSentinelRow;
  workers: WorkerRow;
  hourlyUses: HourlyUseRow;
  eventFeeds: EventFeedRow;
  events: EventRow;
  webhookEndpoints: WebhookEndpointRow;
  webhookEndpointProfiles: WebhookEndpointProfileRow;
  webhookDeliveries: WebhookDeliveryRow;
  openDeliveries: OpenDeliveryRow;
  webhookAttempts: WebhookAttemptRow;
  accounts: AccountRow;
  comments: CommentRow;
  commentPages: CommentPageRow;
  conversations: ConversationRow;
  messages: MessageRow;
  platformEvents: PlatformEventRow;
  automationLogs: AutomationLogRow;
  commentAutomations: AutomationRow;
  contacts: ContactRow;
  contactChannels: ContactChannelRow;
  connectSessions: ConnectSessionRow;
  codeReaders: CodeReaderRow;
  tokenRevocations: TokenRevocationRow;
  media: MediaRow;
  renditions: RenditionRow;
  posts: PostRow;
  postTargets: PostTargetRow;
  postTimeline: PostTimelineRow;
  idempotencyKeys: IdempotencyKeyRow;
  queues: QueueRow;
  schemaMigrations: SchemaMigrationRow;
  installation: InstallationTable;
};
