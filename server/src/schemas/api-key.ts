import { Type, type Static } from 'typebox';
import { Id, Message, Nullable, Timestamp, TrimmedText } from './common.ts';
import { ProfileId } from './profile.ts';

const ApiKeyId = Id('key_');

const Scope = Type.Enum(['full', 'profiles']);
const Permission = Type.Enum(['read-write', 'read']);

export const ApiKey = Type.Object(
  {
    id: ApiKeyId,
    name: Type.String(),
    keyPreview: Type.String({ examples: ['hrd_live_3b1f0c5a9...'] }),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    scope: Scope,
    profileIds: Type.Array(Type.Object({ _id: ProfileId, name: Type.String(), color: Type.String() }), {
      description: 'Empty when `scope` is `full`.',
    }),
    permission: Permission,
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const CreateApiKey = Type.Object({
  name: TrimmedText(1, 100),
  scope: Type.Optional(Type.Enum(['full', 'profiles'], { default: 'full' })),
  permission: Type.Optional(Type.Enum(['read-write', 'read'], { default: 'read-write' })),
  profileIds: Type.Optional(
    Type.Array(ProfileId, { description: 'Required if `scope` is `profiles`, otherwise empty.' }),
  ),
});
export type CreateApiKey = Static<typeof CreateApiKey>;

export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Type.String({ description: 'The full key. No other response contains it.' }),
  },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKeyList = Type.Object({ apiKeys: Type.Array(ApiKey) });
export const ApiKeyCreated = Type.Object({ message: Message, apiKey: CreatedApiKey });
