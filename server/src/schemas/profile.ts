import { Type, type Static } from 'typebox';
import { Id, Message, Nullable, Timestamp, TrimmedText } from './common.ts';

export const ProfileId = Id('prf_');

const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  'x-rule': 'must be # and six hexadecimal digits, such as #ffeda0',
  examples: ['#ffeda0'],
});
const Description = Type.String({ maxLength: 240 });

export const Profile = Type.Object(
  {
    _id: ProfileId,
    userId: Id('usr_'),
    name: Type.String(),
    description: Type.String(),
    color: Type.String({ description: 'A hex color string.', examples: ['#ffeda0'] }),
    isDefault: Type.Boolean({ description: 'The default profile cannot be deleted.' }),
    createdAt: Timestamp,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const CreateProfile = Type.Object({
  name: TrimmedText(1, 80),
  description: Type.Optional(Nullable(Description)),
  color: Type.Optional(Color),
});
export type CreateProfile = Static<typeof CreateProfile>;

export const UpdateProfile = Type.Object({
  name: Type.Optional(TrimmedText(1, 80)),
  description: Type.Optional(Nullable(Description)),
  color: Type.Optional(Color),
  isDefault: Type.Optional(
    Type.Boolean({
      description:
        '`true` makes this the default profile and needs a key with access to all profiles; ' +
        '`false` on the default profile is refused.',
    }),
  ),
});
export type UpdateProfile = Static<typeof UpdateProfile>;

export const OneProfile = Type.Object({ profile: Profile });
export const ProfileList = Type.Object({ profiles: Type.Array(Profile) });
export const ProfileChanged = Type.Object({ message: Message, profile: Profile });
