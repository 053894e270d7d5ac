import { Type, type Static } from 'typebox';
import { AccountId, Count, DisplayName, Flag, List, MessageOnly, Nullable, Pagination } from './common.ts';
import { PlatformName, Text, Timestamp, Url, Username } from './common.ts';
import { ProfileColor, ProfileId, ProfileName } from './profile.ts';

const statuses = ['connected', 'needsReauth', 'disconnected', 'disabled'] as const;
const AccountStatus = Type.Enum([...statuses], {
  description:
    '`needsReauth`: connect it again. `disconnected`: the platform reports that access was revoked. ' +
    '`disabled`: switched off by the operator.',
});

const sandbox = Flag('Whether it is a sandbox account, which reaches no real platform.');

export const Account = Type.Object(
  {
    _id: AccountId,
    platform: PlatformName,
    providerAccountId: Text("The platform's ID of the account.", '17841400000000001'),
    profileId: Type.Object(
      {
        _id: ProfileId,
        name: ProfileName,
        slug: Text('The name as part of a URL.', 'acme-coffee'),
        color: ProfileColor,
      },
      { description: 'The profile that the account belongs to.' },
    ),
    username: Username,
    displayName: DisplayName,
    status: AccountStatus,
    isActive: Flag('Whether the status is `connected`.'),
    connectedAt: Timestamp('When the account was last connected.', '2026-02-20T08:30:00.000Z'),
    sandbox,
    defaultBoardId: Type.Optional(
      Nullable(
        Text('ID of the board that posts use if they name none. Only on platforms with boards.', '549755885175'),
      ),
    ),
    defaultBoardName: Type.Optional(Nullable(Text('Name of the default board.', 'Spring menu'))),
    profileUrl: Type.Optional(Url('URL of the account on the platform.', 'https://www.instagram.com/acme.coffee')),
    avatarUrl: Type.Optional(Url('URL of the avatar on the platform.', 'https://cdn.example.com/avatars/acme.jpg')),
  },
  {
    title: 'Account',
    'x-example': { sandbox: false, profileUrl: 'https://www.instagram.com/acme.coffee' },
    description: 'An account on a platform that is connected to a profile.',
  },
);
export type Account = Static<typeof Account>;

const filter = {
  profileId: Type.Optional(Type.String({ description: 'Only accounts of this profile.' })),
  platform: Type.Optional(PlatformName),
};

export const AccountQuery = Type.Object({
  ...filter,
  status: Type.Optional(
    Type.Enum(['connected', 'disconnected', 'needsReauth', 'disabled'], {
      description: 'Only accounts with this status. `disconnected` means every status except `connected`.',
    }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'The page. Only together with `limit`.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'The most items to return. Only together with `page`.' }),
  ),
});
export type AccountQuery = Static<typeof AccountQuery>;

export const AccountList = Type.Object({
  accounts: List('Every account that matches, or one page of them.', Account),
  pagination: Type.Optional(Pagination),
});
export type AccountList = Static<typeof AccountList>;

export const OneAccount = Type.Object({ account: Account });
export const AccountRemoved = MessageOnly;

const HealthIssue = Type.Object({
  code: Type.Enum(['tokenDead', 'tokenExpiring', 'scopeMissing', 'authorizationRemoved', 'disabledByOperator'], {
    description: 'What is wrong.',
  }),
  severity: Type.Enum(['error', 'warning'], { description: 'Only an `error` prevents the use of the account.' }),
  message: Text(
    'What is wrong and what to do, for humans.',
    'The token expires within 7 days and cannot be refreshed: connect the account again',
  ),
});

export const AccountHealth = Type.Object(
  {
    accountId: AccountId,
    platform: PlatformName,
    username: Username,
    profileId: ProfileId,
    sandbox,
    status: AccountStatus,
    healthy: Flag('Whether the account is connected and has no issue of severity `error`.'),
    tokenExpiresAt: Nullable(
      Timestamp('When the access token expires. `null` if it does not.', '2026-04-21T08:30:00.000Z'),
    ),
    tokenRefreshable: Flag('Whether Herald can renew the token without the owner.'),
    lastRefreshedAt: Nullable(Timestamp('When Herald last renewed the token.')),
    lastCheckedAt: Nullable(Timestamp('When the state of the token was last checked.')),
    grantedScopes: List('The scopes that the owner granted.', Text('A scope.', 'instagram_business_basic')),
    missingScopes: List(
      'The scopes that the account still needs.',
      Text('A scope.', 'instagram_business_content_publish'),
    ),
    capabilities: Type.Object(
      {
        publish: Flag('Posts can be published.'),
        comments: Flag('Comments can be read and answered.'),
        messages: Flag('Direct messages can be read and sent.'),
        analytics: Flag('Metrics of posts can be read.'),
      },
      { description: 'What the platform offers and the granted scopes allow.' },
    ),
    issues: List('Empty for an account without problems.', HealthIssue),
    scheduledAtRisk: Type.Object(
      {
        count: Count('How many there are.'),
        nextAt: Nullable(Timestamp('When the first of them is due.')),
        postIds: Type.Array(Type.String({ examples: ['pst_0mh2k5n8q1t4w7z0c3f6j9m2'] }), {
          description: 'IDs of the first 20.',
        }),
      },
      { description: 'Scheduled posts that will fail unless the account is repaired.' },
    ),
  },
  {
    title: 'AccountHealth',
    'x-example': {
      sandbox: false,
      missingScopes: [],
      issues: [],
      scheduledAtRisk: { count: 0, nextAt: null, postIds: [] },
    },
    description: 'Whether an account can be used, and what to do if not.',
  },
);
export type AccountHealth = Static<typeof AccountHealth>;

export const HealthQuery = Type.Object(filter);
export type HealthQuery = Static<typeof HealthQuery>;

export const OneHealth = Type.Object({ health: AccountHealth });
export const HealthList = Type.Object({
  accounts: List('Every account that matches.', AccountHealth),
  summary: Type.Object(
    {
      total: Count('All accounts.', 1),
      healthy: Count('Accounts without issues.', 1),
      warning: Count('Accounts with warnings only.'),
      broken: Count('All other accounts.'),
    },
    { description: 'The number of accounts by state.' },
  ),
});
export type HealthList = Static<typeof HealthList>;
