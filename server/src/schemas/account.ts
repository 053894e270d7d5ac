import { Type, type Static } from 'typebox';
import { Id, MessageOnly, Nullable, Pagination, Timestamp } from './common.ts';
import { ProfileId } from './profile.ts';

const AccountId = Id('acc_');

export const PlatformName = Type.String({ description: 'A platform value, such as `telegram`.' });

const AccountStatus = Type.Enum(['connected', 'needsReauth', 'disconnected', 'disabled'], {
  description:
    '`needsReauth`: connect it again. `disconnected`: the platform reports that access was revoked. ' +
    '`disabled`: switched off by the operator.',
});

export const Account = Type.Object(
  {
    _id: AccountId,
    platform: PlatformName,
    providerAccountId: Type.String({ description: 'The id of the account on the platform.' }),
    profileId: Type.Object({ _id: ProfileId, name: Type.String(), slug: Type.String(), color: Type.String() }),
    username: Type.String(),
    displayName: Type.String(),
    status: AccountStatus,
    isActive: Type.Boolean({ description: 'Whether the status is `connected`.' }),
    connectedAt: Timestamp,
    sandbox: Type.Boolean({ description: 'Whether it is a sandbox account, which reaches no real platform.' }),
    defaultBoardId: Type.Optional(Nullable(Type.String({ description: 'Only on platforms with boards.' }))),
    defaultBoardName: Type.Optional(Nullable(Type.String())),
    profileUrl: Type.Optional(Type.String()),
    avatarUrl: Type.Optional(Type.String()),
  },
  { title: 'Account' },
);
export type Account = Static<typeof Account>;

const Positive = { minimum: 1, maximum: 999_999_999 };

export const AccountQuery = Type.Object({
  profileId: Type.Optional(Type.String()),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(
    Type.Enum(['connected', 'disconnected', 'needsReauth', 'disabled'], {
      description: '`disconnected` means every status except `connected`.',
    }),
  ),
  page: Type.Optional(Type.Integer({ ...Positive, description: 'Only together with `limit`.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Only together with `page`.' })),
});
export type AccountQuery = Static<typeof AccountQuery>;

export const AccountList = Type.Object({
  accounts: Type.Array(Account),
  pagination: Type.Optional(Pagination),
});
export type AccountList = Static<typeof AccountList>;

export const OneAccount = Type.Object({ account: Account });
export const AccountRemoved = MessageOnly;

const HealthIssue = Type.Object({
  code: Type.Enum(['tokenDead', 'tokenExpiring', 'scopeMissing', 'authorizationRemoved', 'disabledByOperator']),
  severity: Type.Enum(['error', 'warning']),
  message: Type.String(),
});

export const AccountHealth = Type.Object(
  {
    accountId: AccountId,
    platform: PlatformName,
    username: Type.String(),
    profileId: ProfileId,
    sandbox: Type.Boolean(),
    status: AccountStatus,
    healthy: Type.Boolean({ description: 'Whether the account is connected and has no issue of severity `error`.' }),
    tokenExpiresAt: Nullable(Timestamp),
    tokenRefreshable: Type.Boolean(),
    lastRefreshedAt: Nullable(Timestamp),
    lastCheckedAt: Nullable(Timestamp),
    grantedScopes: Type.Array(Type.String()),
    missingScopes: Type.Array(Type.String()),
    capabilities: Type.Object({
      publish: Type.Boolean(),
      comments: Type.Boolean(),
      messages: Type.Boolean(),
      analytics: Type.Boolean(),
    }),
    issues: Type.Array(HealthIssue),
    scheduledAtRisk: Type.Object({
      count: Type.Integer(),
      nextAt: Nullable(Timestamp),
      postIds: Type.Array(Type.String(), { description: 'The first 20.' }),
    }),
  },
  { title: 'AccountHealth' },
);
export type AccountHealth = Static<typeof AccountHealth>;

export const HealthQuery = Type.Object({
  profileId: Type.Optional(Type.String()),
  platform: Type.Optional(PlatformName),
});
export type HealthQuery = Static<typeof HealthQuery>;

export const OneHealth = Type.Object({ health: AccountHealth });
export const HealthList = Type.Object({
  accounts: Type.Array(AccountHealth),
  summary: Type.Object({
    total: Type.Integer(),
    healthy: Type.Integer({ description: 'Accounts without issues.' }),
    warning: Type.Integer({ description: 'Accounts with warnings only.' }),
    broken: Type.Integer({ description: 'All other accounts.' }),
  }),
});
export type HealthList = Static<typeof HealthList>;
