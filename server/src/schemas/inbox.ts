import { Type, type Static } from 'typebox';
import { exampleId, AccountId, Count, CursorPagination, cursorQuery, Flag, List, Nullable } from './common.ts';
import { PlatformName, Text, Timestamp, Url, Username } from './common.ts';

const Status = Type.Enum(['active', 'archived'], { description: 'Kept by Herald; the platform does not know it.' });
const Direction = Type.Enum(['incoming', 'outgoing'], { description: '`outgoing`: written by the account.' });

const ConversationId = Text("The platform's ID of the thread.", 'aWdfZAG06MTpJR01lc3NhZA');
const MessageId = Text("The platform's ID of the message.", 'aWdfZAG1faXRlbToxOklHTWVzc');
const MessageText = Text('Text of the message.', 'When do you open on Sunday?');
const PersonId = Text("The platform's ID of the person.", '17841400000000002');
const PersonName = Text('Name of the person.', 'Ada Lovelace');
const PersonUsername = Text('Username of the person.', 'ada.lovelace');

export const Conversation = Type.Object(
  {
    id: ConversationId,
    platform: PlatformName,
    accountId: AccountId,
    accountUsername: Username,
    participantId: Nullable(PersonId),
    participantName: Nullable(PersonName),
    participantUsername: Nullable(PersonUsername),
    participantPicture: Nullable(Url('URL of the avatar.', 'https://cdn.example.com/avatars/ada.jpg')),
    participants: List(
      'Everybody in the thread besides the account.',
      Type.Object({ id: PersonId, name: Type.Optional(PersonName), username: Type.Optional(PersonUsername) }),
    ),
    lastMessage: Text('Text of the newest message.', 'When do you open on Sunday?'),
    lastMessageAt: Nullable(Timestamp('When the newest message was sent.')),
    updatedTime: Timestamp('When the thread last changed.'),
    status: Status,
    unreadCount: Count('Incoming messages that nobody has marked as read.', 1),
  },
  { title: 'Conversation', description: 'A thread of direct messages.' },
);
export type Conversation = Static<typeof Conversation>;

const storyExample = 'https://www.instagram.com/stories/acme.coffee/3312345678901234567';

export const Message = Type.Object(
  {
    id: MessageId,
    conversationId: ConversationId,
    accountId: AccountId,
    platform: PlatformName,
    message: Type.Optional(
      Text('Absent if the platform no longer reveals the content.', 'When do you open on Sunday?'),
    ),
    senderId: Type.Optional(PersonId),
    senderName: Type.Optional(PersonName),
    direction: Direction,
    createdAt: Timestamp('When it was sent.'),
    attachments: Type.Optional(
      List(
        'Files of the message.',
        Type.Object({
          id: Type.Optional(Text("The platform's ID of the file.", '1784140000000003')),
          type: Type.Enum(['image', 'video', 'audio', 'file'], { description: 'The kind of file.' }),
          url: Url('URL of the file.', 'https://cdn.example.com/media/cup.jpg'),
          previewUrl: Type.Optional(Url('URL of a preview image.', 'https://cdn.example.com/media/cup-small.jpg')),
        }),
      ),
    ),
    storyReply: Type.Optional(
      Type.Object(
        {
          id: Text("The platform's ID of the story.", '17912345678901299'),
          url: Type.Optional(Url('URL of the story.', storyExample)),
        },
        { description: 'The story that the message replies to.' },
      ),
    ),
    isStoryMention: Type.Optional(Flag('Whether a story that mentions the account caused the message.')),
  },
  {
    title: 'Message',
    'x-example': { message: 'When do you open on Sunday?', senderName: 'Ada Lovelace' },
    description: 'A direct message.',
  },
);
export type Message = Static<typeof Message>;

const filter = {
  accountId: Type.Optional(Type.String({ description: 'Only threads of this account.' })),
  profileId: Type.Optional(Type.String({ description: 'Only threads of accounts of this profile.' })),
  platform: Type.Optional(PlatformName),
};

export const ConversationQuery = Type.Object({
  ...filter,
  status: Type.Optional(Status),
  sortOrder: Type.Enum(['desc', 'asc'], { default: 'desc', description: 'By `updatedTime`.' }),
  ...cursorQuery(100, 50),
});
export type ConversationQuery = Static<typeof ConversationQuery>;

const FailedAccount = Type.Object({
  accountId: AccountId,
  accountUsername: Username,
  platform: PlatformName,
  error: Text('Text for humans.', 'The platform asks to wait'),
  code: Text('An error code.', 'platformThrottled'),
  retryAfter: Type.Optional(Count('Whole seconds to wait.', 60)),
});
export type FailedAccount = Static<typeof FailedAccount>;

export const InboxMeta = Type.Object(
  {
    accountsQueried: Count('The number of accounts that match.', 1),
    accountsFailed: Count('The number of `failedAccounts`.'),
    failedAccounts: Type.Array(FailedAccount, {
      description: 'Accounts that could not be refreshed; their stored threads are returned anyway.',
    }),
    lastUpdated: Timestamp('When the platform was last read.'),
  },
  { title: 'InboxMeta', 'x-example': { failedAccounts: [] }, description: 'Which accounts the response covers.' },
);

export type InboxMeta = Static<typeof InboxMeta>;

export const ConversationList = Type.Object({
  data: List('One page of threads.', Conversation),
  pagination: CursorPagination,
  meta: InboxMeta,
});
export type ConversationList = Static<typeof ConversationList>;

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 2,
    maxLength: 200,
    description: 'Whole words or emoji of one message, in any order, or a part of the name of a participant.',
  }),
  direction: Type.Optional(
    Type.Enum(['incoming', 'outgoing'], {
      description: 'Searches messages of this direction only, and no names.',
    }),
  ),
  ...filter,
  ...cursorQuery(50, 20),
});
export type SearchQuery = Static<typeof SearchQuery>;

const SearchResult = Type.Object(
  {
    conversation: Type.Pick(
      Conversation,
      [
        ...(['id', 'platform', 'accountId', 'participantName', 'participantUsername'] as const),
        ...(['status', 'lastMessage', 'lastMessageAt'] as const),
      ],
      { description: 'The thread.' },
    ),
    matchCount: Count('How many messages match; 0 if only a name does.', 1),
    matches: List(
      'The newest five messages that match.',
      Type.Object({
        id: MessageId,
        text: MessageText,
        direction: Direction,
        timestamp: Timestamp('When it was sent.'),
      }),
    ),
  },
  { title: 'SearchResult', description: 'A thread with messages that match.' },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchResults = Type.Object({
  data: List('One page of results, newest first.', SearchResult),
  pagination: CursorPagination,
  meta: InboxMeta,
});
export type SearchResults = Static<typeof SearchResults>;

const accountId = Type.String({ description: 'The connected account that the thread belongs to.' });

export const ConversationAccount = Type.Object(
  { accountId },
  { title: 'ConversationAccount', 'x-example': { accountId: exampleId('acc_') } },
);
export const OneConversation = Type.Object({ data: Conversation });

export const MessageQuery = Type.Object({
  accountId,
  ...cursorQuery(100, 100),
  sortOrder: Type.Enum(['asc', 'desc'], { default: 'asc', description: 'By the time of sending.' }),
});
export type MessageQuery = Static<typeof MessageQuery>;

export const MessageList = Type.Object({
  status: Type.Literal('ok', { description: 'Always `ok`.' }),
  pagination: CursorPagination,
  sortOrderApplied: Type.Enum(['asc', 'desc'], { description: 'The `sortOrder` of the request.' }),
  messages: List('In the order of `sortOrderApplied`.', Message),
  lastUpdated: Timestamp('When the platform was last read.'),
});
export type MessageList = Static<typeof MessageList>;

export const SendMessage = Type.Object(
  {
    accountId,
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Text of the message. At most 1,000 bytes of UTF-8.' }),
    ),
    attachmentUrl: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Instead of `message`: a file that the platform fetches.' }),
    ),
    attachmentType: Type.Optional(
      Type.Enum(['image', 'video', 'audio', 'file'], { description: 'Default: by the extension of `attachmentUrl`.' }),
    ),
  },
  { title: 'SendMessage', 'x-example': { accountId: exampleId('acc_'), message: 'We open at nine.' } },
);
export type SendMessage = Static<typeof SendMessage>;

const success = Type.Literal(true, { description: 'Always true; failures are returned as errors.' });

export const MessageSent = Type.Object({
  success,
  data: Type.Object(
    {
      messageId: MessageId,
      conversationId: ConversationId,
      sentAt: Timestamp('When the platform accepted it.'),
      message: Nullable(Text('Null for an attachment.', 'We open at nine.')),
    },
    { description: 'The sent message.' },
  ),
});
export type MessageSent = Static<typeof MessageSent>;

export const ConversationRead = Type.Object({
  success,
  markedCount: Count('How many messages were marked as read.', 1),
});

export const UpdateConversation = Type.Object(
  { accountId, status: Status },
  { title: 'UpdateConversation', 'x-example': { accountId: exampleId('acc_'), status: 'archived' } },
);
export const ConversationUpdated = Type.Object({
  success,
  data: Type.Object(
    {
      id: ConversationId,
      accountId: AccountId,
      status: Status,
      platform: PlatformName,
      updatedAt: Timestamp('When the status changed.'),
    },
    { description: 'The thread.' },
  ),
});
