import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Id, Message, Nullable, SkipPagination, skipQuery, Timestamp, TrimmedText } from './common.ts';
import { ProfileId } from './profile.ts';

const ContactId = Id('ctc_');

const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  'x-rule': 'must be an email address, such as ada@example.com',
  description: 'Unique within the profile; stored in lower case.',
});
const CustomFields = Type.Record(
  // Printable ASCII that begins with neither `$` nor `_`.
  Type.String({ pattern: '^[ -#%-^`-~][ -~]{0,63}$' }),
  Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  {
    additionalProperties: false,
    maxProperties: 50,
    'x-rule':
      'must have keys of 1 to 64 printable ASCII characters that begin with neither $ nor _, such as favorite color',
    description: 'Up to 50 values. Keys have 1 to 64 printable ASCII characters and begin with neither `$` nor `_`.',
  },
);
export const contactTagsMax = 50;

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: contactTagsMax,
  description: 'Repetitions, regardless of case, are dropped.',
});

const fields = {
  name: TrimmedText(1, 200),
  email: Email,
  company: Type.String({ maxLength: 200 }),
  avatarUrl: Type.String({ maxLength: 2048, description: 'A public `https` URL. Herald never requests it.' }),
  tags: Tags,
  isSubscribed: Type.Boolean({ description: 'Automations write to subscribed contacts only.' }),
  isBlocked: Type.Boolean({ description: 'Automations do not write to blocked contacts.' }),
  notes: Type.String({ maxLength: 5000 }),
  customFields: CustomFields,
};

export const Contact = Type.Object(
  {
    id: ContactId,
    profileId: ProfileId,
    name: Type.String(),
    email: Nullable(Type.String()),
    company: Nullable(Type.String()),
    avatarUrl: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    isSubscribed: Type.Boolean(),
    isBlocked: Type.Boolean(),
    notes: Nullable(Type.String()),
    customFields: Nullable(Type.Record(Type.String(), Type.Unknown())),
    messagesSentCount: Type.Integer(),
    messagesReceivedCount: Type.Integer(),
    lastMessageSentAt: Nullable(Timestamp),
    lastMessageReceivedAt: Nullable(Timestamp),
    source: Type.Enum(['api', 'inbox', 'automation'], { description: 'What created the contact.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Contact' },
);
export type Contact = Static<typeof Contact>;

export const ContactChannel = Type.Object(
  {
    id: Id('chn_'),
    contactId: ContactId,
    accountId: Id('acc_'),
    platform: PlatformName,
    platformIdentifier: Type.String({ description: "The platform's ID of the person." }),
    displayIdentifier: Nullable(Type.String({ description: 'Such as a username.' })),
    isSubscribed: Type.Boolean(),
    conversationId: Nullable(Type.String()),
    metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
    lastActiveAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { title: 'ContactChannel' },
);
export type ContactChannel = Static<typeof ContactChannel>;

const optional = {
  email: Type.Optional(Nullable(fields.email)),
  company: Type.Optional(Nullable(fields.company)),
  avatarUrl: Type.Optional(Nullable(fields.avatarUrl)),
  tags: Type.Optional(fields.tags),
  isSubscribed: Type.Optional(fields.isSubscribed),
  isBlocked: Type.Optional(fields.isBlocked),
  notes: Type.Optional(Nullable(fields.notes)),
  customFields: Type.Optional(Nullable(fields.customFields)),
};

/** Of a channel. */
const identifiers = {
  platformIdentifier: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  displayIdentifier: Type.Optional(Type.String({ maxLength: 200 })),
};

export const CreateContact = Type.Object({
  profileId: ProfileId,
  name: fields.name,
  ...optional,
  accountId: Type.Optional(Type.String({ description: 'With `platformIdentifier`: the first channel.' })),
  platform: Type.Optional(Type.String({ description: 'Must be the platform of the account.' })),
  ...identifiers,
});
export type CreateContact = Static<typeof CreateContact>;

export const UpdateContact = Type.Object(
  {
    name: Type.Optional(fields.name),
    ...optional,
  },
  // Null clears a field, and what cannot be cleared is not silently kept.
  { 'x-keep-null': true },
);
export type UpdateContact = Static<typeof UpdateContact>;

export const BulkContact = Type.Object({
  name: fields.name,
  ...optional,
  ...identifiers,
});
export type BulkContact = Static<typeof BulkContact>;

export const BulkContacts = Type.Object({
  profileId: ProfileId,
  accountId: Type.Optional(
    Type.String({ description: 'Gives each contact a channel; rows need `platformIdentifier`.' }),
  ),
  platform: Type.Optional(Type.String({ description: 'Ignored: the platform is that of the account.' })),
  contacts: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: 1000,
    description: 'Fields as in creating one contact, without `profileId`. A wrong row is reported in `errors`.',
  }),
});
export type BulkContacts = Static<typeof BulkContacts>;

export const ContactsImported = Type.Object({
  message: Message,
  created: Type.Integer(),
  skipped: Type.Integer({
    description: 'Rows whose email or channel a contact has; only their tags were added to it.',
  }),
  errors: Type.Array(Type.String({ examples: ['row 3: name is required'] })),
  total: Type.Integer({ description: 'The number of rows.' }),
});

export const ContactQuery = Type.Object({
  profileId: Type.Optional(ProfileId),
  accountId: Type.Optional(Type.String()),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name, the email or the company.' }),
  ),
  tag: Type.Optional(Type.String({ description: 'Regardless of case; together with `tags`, any of them matches.' })),
  tags: Type.Optional(Type.String({ description: 'Separated by commas; any of them matches.' })),
  platform: Type.Optional(PlatformName),
  isSubscribed: Type.Optional(Type.Boolean()),
  ...skipQuery,
});
export type ContactQuery = Static<typeof ContactQuery>;

const ListedContact = Type.Evaluate(
  Type.Intersect([
    Contact,
    Type.Object({
      platform: Nullable(PlatformName),
      platformIdentifier: Nullable(Type.String()),
      displayIdentifier: Nullable(Type.String()),
      channelCount: Type.Integer(),
    }),
  ]),
);
export type ListedContact = Static<typeof ListedContact>;

export const ContactList = Type.Object({
  contacts: Type.Array(ListedContact),
  filters: Type.Object({
    tags: Type.Array(Type.String(), { description: 'The tags of all contacts that the key may see, sorted.' }),
  }),
  pagination: SkipPagination,
});
export type ContactList = Static<typeof ContactList>;

export const OneContact = Type.Object({
  contact: Type.Evaluate(Type.Intersect([Contact, Type.Object({ conversationIds: Type.Array(Type.String()) })])),
  channels: Type.Array(ContactChannel, { description: 'Oldest first.' }),
});
export type OneContact = Static<typeof OneContact>;

export const ChannelList = Type.Object({ channels: Type.Array(ContactChannel) });
export const ContactCreated = Type.Object({
  message: Message,
  contact: Contact,
  channel: Type.Optional(ContactChannel),
  warning: Type.Optional(Type.String({ description: 'What was ignored.' })),
});
export const ContactChanged = Type.Object({ message: Message, contact: Contact });
