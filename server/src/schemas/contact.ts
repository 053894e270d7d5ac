import { Type, type Static } from 'typebox';
import { AccountId, Count, createdAt, Flag, Id, Json, List, Message, Nullable, PlatformName } from './common.ts';
import { SkipPagination, skipQuery, Text, Timestamp, TrimmedText, updatedAt, Url } from './common.ts';
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
  name: TrimmedText(1, 200, { description: 'Name of the person.' }),
  email: Email,
  company: Type.String({ maxLength: 200, description: 'Where the person works.' }),
  avatarUrl: Type.String({ maxLength: 2048, description: 'A public `https` URL. Herald never requests it.' }),
  tags: Tags,
  isSubscribed: Type.Boolean({ description: 'Automations write to subscribed contacts only.' }),
  isBlocked: Type.Boolean({ description: 'Automations do not write to blocked contacts.' }),
  notes: Type.String({ maxLength: 5000, description: 'Notes for your team.' }),
  customFields: CustomFields,
};

const ContactTags = List('Tags of the contact.', Text('A tag.', 'newsletter'));

export const Contact = Type.Object(
  {
    id: ContactId,
    profileId: ProfileId,
    name: Text('Name of the person.', 'Ada Lovelace'),
    email: Nullable(Text('Email address in lower case.', 'ada@example.com')),
    company: Nullable(Text('Where the person works.', 'Analytical Engines')),
    avatarUrl: Nullable(Url('URL of the avatar. Herald never requests it.', 'https://cdn.example.com/avatars/ada.jpg')),
    tags: ContactTags,
    isSubscribed: Flag('Automations write to subscribed contacts only.'),
    isBlocked: Flag('Automations do not write to blocked contacts.', false),
    notes: Nullable(Text('Notes for your team.', 'Prefers oat milk')),
    customFields: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values of your own.',
        examples: [{ 'favorite drink': 'Flat white' }],
      }),
    ),
    messagesSentCount: Count('Messages that were sent to the person.', 2),
    messagesReceivedCount: Count('Messages that the person sent.', 3),
    lastMessageSentAt: Nullable(Timestamp('When the last message was sent to the person.')),
    lastMessageReceivedAt: Nullable(Timestamp('When the person last sent a message.')),
    source: Type.Enum(['api', 'inbox', 'automation'], { description: 'What created the contact.' }),
    createdAt,
    updatedAt,
  },
  { title: 'Contact', description: 'A person you are in touch with.' },
);
export type Contact = Static<typeof Contact>;

const PlatformIdentifier = Text("The platform's ID of the person.", '17841400000000002');
const DisplayIdentifier = Text('Such as a username.', 'ada.lovelace');
const ConversationId = Text('ID of a thread in the inbox.', 'aWdfZAG06MTpJR01lc3NhZA');

export const ContactChannel = Type.Object(
  {
    id: Id('chn_'),
    contactId: ContactId,
    accountId: AccountId,
    platform: PlatformName,
    platformIdentifier: PlatformIdentifier,
    displayIdentifier: Nullable(DisplayIdentifier),
    isSubscribed: Flag('Whether automations may write on this channel.'),
    conversationId: Nullable(ConversationId),
    metadata: Nullable(Json('Reserved for data of the platform.')),
    lastActiveAt: Nullable(Timestamp('When the person was last active on this channel.')),
    createdAt,
  },
  {
    title: 'ContactChannel',
    'x-example': { metadata: null },
    description: 'How a contact is reached through a connected account.',
  },
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

const identifiers = {
  platformIdentifier: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "The platform's ID of the person." }),
  ),
  displayIdentifier: Type.Optional(Type.String({ maxLength: 200, description: 'Such as a username.' })),
};

export const CreateContact = Type.Object(
  {
    profileId: ProfileId,
    name: fields.name,
    ...optional,
    accountId: Type.Optional(Type.String({ description: 'With `platformIdentifier`: the first channel.' })),
    platform: Type.Optional(PlatformName),
    ...identifiers,
  },
  { title: 'CreateContact', 'x-example': { name: 'Ada Lovelace', email: 'ada@example.com', tags: ['newsletter'] } },
);
export type CreateContact = Static<typeof CreateContact>;

export const UpdateContact = Type.Object(
  {
    name: Type.Optional(fields.name),
    ...optional,
  },
  // Null clears a field; fields that cannot be cleared refuse it.
  {
    title: 'UpdateContact',
    'x-example': { company: 'Analytical Engines', tags: ['newsletter', 'regular'] },
    'x-keep-null': true,
  },
);
export type UpdateContact = Static<typeof UpdateContact>;

export const BulkContact = Type.Object(
  {
    name: fields.name,
    ...optional,
    ...identifiers,
  },
  { title: 'BulkContact' },
);
export type BulkContact = Static<typeof BulkContact>;

export const BulkContacts = Type.Object(
  {
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
  },
  {
    title: 'BulkContacts',
    'x-example': {
      contacts: [
        { name: 'Ada Lovelace', email: 'ada@example.com' },
        { name: 'Grace Hopper', tags: ['regular'] },
      ],
    },
  },
);
export type BulkContacts = Static<typeof BulkContacts>;

export const ContactsImported = Type.Object({
  message: Message,
  created: Count('How many contacts were created.', 2),
  skipped: Count('Rows whose email or channel a contact has; only their tags were added to it.', 1),
  errors: List('What is wrong with other rows.', Text('Begins with the number of the row.', 'row 3: name is required')),
  total: Count('The number of rows.', 4),
});

export const ContactQuery = Type.Object({
  profileId: Type.Optional(Type.String({ description: 'Only contacts of this profile.' })),
  accountId: Type.Optional(Type.String({ description: 'Only contacts with a channel of this account.' })),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name, the email or the company.' }),
  ),
  tag: Type.Optional(Type.String({ description: 'Regardless of case; together with `tags`, any of them matches.' })),
  tags: Type.Optional(Type.String({ description: 'Separated by commas; any of them matches.' })),
  platform: Type.Optional(PlatformName),
  isSubscribed: Type.Optional(Flag('Only contacts that are subscribed, or only those that are not.')),
  ...skipQuery,
});
export type ContactQuery = Static<typeof ContactQuery>;

const ListedContact = Type.Evaluate(
  Type.Intersect([
    Contact,
    Type.Object({
      platform: Nullable(PlatformName),
      platformIdentifier: Nullable(PlatformIdentifier),
      displayIdentifier: Nullable(DisplayIdentifier),
      channelCount: Count('How many channels the contact has.', 1),
    }),
  ]),
);
export type ListedContact = Static<typeof ListedContact>;

export const ContactList = Type.Object({
  contacts: List('One page of contacts, with the first channel of each.', ListedContact),
  filters: Type.Object(
    { tags: List('The tags of all contacts that the key may see, sorted.', Text('A tag.', 'newsletter')) },
    { description: 'Values for filters.' },
  ),
  pagination: SkipPagination,
});
export type ContactList = Static<typeof ContactList>;

export const OneContact = Type.Object({
  contact: Type.Evaluate(
    Type.Intersect([Contact, Type.Object({ conversationIds: List('Threads in the inbox.', ConversationId) })]),
    { description: 'The contact.' },
  ),
  channels: Type.Array(ContactChannel, { description: 'Oldest first.' }),
});
export type OneContact = Static<typeof OneContact>;

export const ChannelList = Type.Object({ channels: List('Oldest first.', ContactChannel) });
export const ContactCreated = Type.Object({
  message: Message,
  contact: Contact,
  channel: Type.Optional(ContactChannel),
  warning: Type.Optional(
    Text('What was ignored.', 'displayIdentifier was ignored: without accountId no channel is created'),
  ),
});
export const ContactChanged = Type.Object({ message: Message, contact: Contact });
