import { Type, type Static } from 'typebox';
import { createdAt, Flag, Id, List, Message, Nullable, Text, TrimmedText } from './common.ts';

export const ProfileId = Id('prf_');

export const ProfileName = Text('Name of the profile.', 'Acme Coffee');
export const ProfileColor = Text('A hex color string.', '#ffeda0');

const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  'x-rule': 'must be # and six hexadecimal digits, such as #ffeda0',
  description: 'A hex color string. Stored in lower case.',
  examples: ['#ffeda0'],
});
const Description = Type.String({ maxLength: 240, description: 'Notes for your team. `null` clears them.' });

export const Profile = Type.Object(
  {
    _id: ProfileId,
    userId: Id('usr_', 'ID of the user who owns the profile.'),
    name: ProfileName,
    description: Text('Notes for your team.', 'All accounts of the coffee brand'),
    color: ProfileColor,
    isDefault: Flag('The default profile cannot be deleted.'),
    createdAt,
  },
  { title: 'Profile', description: 'A group of accounts, such as a brand, a client or a project.' },
);
export type Profile = Static<typeof Profile>;

const Name = TrimmedText(1, 80, { description: 'Name of the profile.' });

export const CreateProfile = Type.Object(
  {
    name: Name,
    description: Type.Optional(Nullable(Description)),
    color: Type.Optional(Color),
  },
  {
    title: 'CreateProfile',
    'x-example': { name: 'Acme Coffee', description: 'All accounts of the coffee brand', color: '#ffeda0' },
  },
);
export type CreateProfile = Static<typeof CreateProfile>;

export const UpdateProfile = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    color: Type.Optional(Color),
    isDefault: Type.Optional(
      Type.Boolean({
        description:
          '`true` makes this the default profile and needs a key with access to all profiles; ' +
          '`false` on the default profile is refused.',
      }),
    ),
  },
  { title: 'UpdateProfile', 'x-example': { name: 'Acme Coffee Berlin' } },
);
export type UpdateProfile = Static<typeof UpdateProfile>;

export const OneProfile = Type.Object({ profile: Profile });
export const ProfileList = Type.Object({ profiles: List('Every profile that the key can access.', Profile) });
export const ProfileChanged = Type.Object({ message: Message, profile: Profile });
