import { Type, type Static } from 'typebox';
import { Account } from './account.ts';
import { Count, List, Message, PlatformName, Text, Url } from './common.ts';
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
  authUrl: Url('Open it in a browser.', 'https://www.instagram.com/oauth/authorize?client_id=1234567890'),
  state: Text('Identifies this connection; works once, for ten minutes.', 'b2c4e6f8a0d1'),
});
export type ConnectStarted = Static<typeof ConnectStarted>;

export const ConnectCompleted = Type.Object(
  {
    message: Message,
    platform: PlatformName,
    profileId: ProfileId,
    status: Type.Enum(['connected', 'needsReauth'], {
      description: '`needsReauth`: the person did not grant every scope.',
    }),
    missingScopes: Type.Optional(
      List('The scopes that were not granted.', Text('A scope.', 'instagram_business_content_publish')),
    ),
    connectedAccountCount: Count('The number of `accounts`.', 1),
    accounts: List('The connected accounts.', Account),
  },
  { 'x-example': {} },
);
export type ConnectCompleted = Static<typeof ConnectCompleted>;
