import { Type, type Static } from 'typebox';
import { Account, PlatformName } from './account.ts';
import { Message } from './common.ts';
import { ProfileId } from './profile.ts';

export const StartConnectQuery = Type.Object({
  profileId: Type.String({ description: 'The profile that gets the account.' }),
  redirectUrl: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Where the person is sent afterwards, with the outcome in the query.',
    }),
  ),
  sandbox: Type.Optional(Type.Boolean({ description: 'Connect an account of the bundled sandbox.' })),
});
export type StartConnectQuery = Static<typeof StartConnectQuery>;

export const ConnectStarted = Type.Object({
  authUrl: Type.String({ description: 'Open it in a browser.' }),
  state: Type.String({ description: 'Identifies this connection; works once, for ten minutes.' }),
});
export type ConnectStarted = Static<typeof ConnectStarted>;

export const ConnectCompleted = Type.Object({
  message: Message,
  platform: PlatformName,
  profileId: ProfileId,
  status: Type.Enum(['connected', 'needsReauth']),
  missingScopes: Type.Optional(Type.Array(Type.String())),
  connectedAccountCount: Type.Integer(),
  accounts: Type.Array(Account),
});
export type ConnectCompleted = Static<typeof ConnectCompleted>;
