import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Cursor, CursorPagination, Nullable, Timestamp } from './common.ts';

const Status = Type.Enum(['active', 'archived'], { description: 'Kept by Herald; the platform does not know it.' });
const Direction = Type.Enum(['incoming', 'outgoing']);
const text = Nullable(Type.String());

export const Conversation = Type.Object(
  {
    id: Type.String({ description: "The platform's ID of the thread." }),
    platform: PlatformName,
    accountId: Type.String(),
    accountUsername: Type.String(),
    participantId: text,
    participantName: text,
    participantUsername: text,
    participantPicture: text,
    participants: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
      }),
    ),
    lastMessage: Type.String(),
    lastMessageAt: Nullable(Timestamp),
    updatedTime: Timestamp,
    status: Status,
    unreadCount: Type.Integer(),
  },
  { title: 'Conversation' },
);
export type Conversation = Static<typeof Conversation>;

export const Message = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    accountId: Type.String(),
    platform: PlatformName,
    message: Type.Optional(Type.String({ description: 'Absent if the platform no longer reveals the content.' })),
    senderId: Type.Optional(Type.String()),
    senderName: Type.Optional(Type.String()),
    direction: Direction,
    createdAt: Timestamp,
    attachments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(Type.String()),
          type: Type.Enum(['image', 'video', 'audio', 'file']),
          url: Type.String(),
          previewUrl: Type.Optional(Type.String()),
        }),
      ),
    ),
    storyReply: Type.Optional(Type.Object({ id: Type.String(), url: Type.Optional(Type.String()) })),
    isStoryMention: Type.Optional(Type.Boolean()),
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const ConversationQuery = Type.Object({
  accountId: Type.Optional(Type.String()),
  profileId: Type.Optional(Type.String()),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(Status),
  sortOrder: Type.Enum(['desc', 'asc'], { default: 'desc', description: 'By `updatedTime`.' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Cursor,
});
export type ConversationQuery = Static<typeof ConversationQuery>;

const FailedAccount = Type.Object({
  accountId: Type.String(),
  accountUsername: Type.String(),
  platform: PlatformName,
  error: Type.String(),
  code: Type.String(),
  retryAfter: Type.Optional(Type.Integer()),
});
export type FailedAccount = Static<typeof FailedAccount>;

export const InboxMeta = Type.Object({
  accountsQueried: Type.Integer(),
  accountsFailed: Type.Integer(),
  failedAccounts: Type.Array(FailedAccount, {
    description: 'Accounts that could not be refreshed; their stored threads are returned anyway.',
  }),
  lastUpdated: Timestamp,
});

export type InboxMeta = Static<typeof InboxMeta>;

export const ConversationList = Type.Object({
  data: Type.Array(Conversation),
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
  accountId: Type.Optional(Type.String()),
  profileId: Type.Optional(Type.String()),
  platform: Type.Optional(PlatformName),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
  cursor: Cursor,
});
export type SearchQuery = Static<typeof SearchQuery>;

const SearchResult = Type.Object(
  {
    conversation: Type.Pick(Conversation, [
      ...(['id', 'platform', 'accountId', 'participantName', 'participantUsername'] as const),
      ...(['status', 'lastMessage', 'lastMessageAt'] as const),
    ]),
    matchCount: Type.Integer({ description: 'How many messages match; 0 if only a name does.' }),
    matches: Type.Array(
      Type.Object({ id: Type.String(), text: Type.String(), direction: Direction, timestamp: Timestamp }),
      { description: 'The newest five messages that match.' },
    ),
  },
  { title: 'SearchResult' },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchResults = Type.Object({
  data: Type.Array(SearchResult),
  pagination: CursorPagination,
  meta: InboxMeta,
});
export type SearchResults = Static<typeof SearchResults>;

const accountId = Type.String({ description: 'The connected account that the thread belongs to.' });

export const ConversationAccount = Type.Object({ accountId });
export const OneConversation = Type.Object({ data: Conversation });

export const MessageQuery = Type.Object({
  accountId,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
  cursor: Cursor,
  sortOrder: Type.Enum(['asc', 'desc'], { default: 'asc', description: 'By the time of sending.' }),
});
export type MessageQuery = Static<typeof MessageQuery>;

export const MessageList = Type.Object({
  status: Type.Literal('ok'),
  pagination: CursorPagination,
  sortOrderApplied: Type.Enum(['asc', 'desc']),
  messages: Type.Array(Message),
  lastUpdated: Timestamp,
});
export type MessageList = Static<typeof MessageList>;

export const SendMessage = Type.Object({
  accountId,
  message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'At most 1,000 bytes of UTF-8.' })),
  attachmentUrl: Type.Optional(
    Type.String({ maxLength: 2048, description: 'Instead of `message`: a file that the platform fetches.' }),
  ),
  attachmentType: Type.Optional(
    Type.Enum(['image', 'video', 'audio', 'file'], { description: 'Default: by the extension of `attachmentUrl`.' }),
  ),
});
export type SendMessage = Static<typeof SendMessage>;

export const MessageSent = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({
    messageId: Type.String(),
    conversationId: Type.String(),
    sentAt: Timestamp,
    message: Nullable(Type.String({ description: 'Null for an attachment.' })),
  }),
});
export type MessageSent = Static<typeof MessageSent>;

export const ConversationRead = Type.Object({ success: Type.Literal(true), markedCount: Type.Integer() });

export const UpdateConversation = Type.Object({ accountId, status: Status });
export const ConversationUpdated = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({
    id: Type.String(),
    accountId: Type.String(),
    status: Status,
    platform: PlatformName,
    updatedAt: Timestamp,
  }),
});
