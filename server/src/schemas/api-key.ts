import { Type, type Static } from 'typebox';
import { exampleId, createdAt, Id, List, Message, Nullable, Text, Timestamp, TrimmedText } from './common.ts';
import { ProfileColor, ProfileId, ProfileName } from './profile.ts';

const scope = { description: '`full`: all profiles, also future ones. `profiles`: only those in `profileIds`.' };
const permission = { description: '`read` keys can only call operations that change nothing.' };

export const ApiKey = Type.Object(
  {
    id: Id('key_'),
    name: Text('What the key is for.', 'Website'),
    keyPreview: Text('The beginning of the key.', 'hrd_live_3b1f0c5a9...'),
    createdAt,
    lastUsedAt: Nullable(Timestamp('When the key was last used. `null` if it never was.')),
    scope: Type.Enum(['full', 'profiles'], scope),
    profileIds: Type.Array(Type.Object({ _id: ProfileId, name: ProfileName, color: ProfileColor }), {
      description: 'Empty when `scope` is `full`.',
    }),
    permission: Type.Enum(['read-write', 'read'], permission),
  },
  { title: 'ApiKey', 'x-example': { profileIds: [] }, description: 'An API key without its secret part.' },
);
export type ApiKey = Static<typeof ApiKey>;

export const CreateApiKey = Type.Object(
  {
    name: TrimmedText(1, 100, { description: 'What the key is for.' }),
    scope: Type.Optional(Type.Enum(['full', 'profiles'], { default: 'full', ...scope })),
    permission: Type.Optional(Type.Enum(['read-write', 'read'], { default: 'read-write', ...permission })),
    profileIds: Type.Optional(
      Type.Array(ProfileId, { description: 'Required if `scope` is `profiles`, otherwise empty.' }),
    ),
  },
  {
    title: 'CreateApiKey',
    'x-example': { name: 'Website', scope: 'profiles', permission: 'read', profileIds: [exampleId('prf_')] },
  },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Text('The full key. No other response contains it.', 'hrd_live_<64 hexadecimal digits>'),
  },
  { title: 'CreatedApiKey', 'x-example': { profileIds: [] }, description: 'A new API key. Store `key` now.' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKeyList = Type.Object({
  apiKeys: List('Every key of the user. A key with access to some profiles sees only itself.', ApiKey),
});
export const ApiKeyCreated = Type.Object({ message: Message, apiKey: CreatedApiKey });
