import type { AccountCall, Call, Refusal, Unknown } from './call.ts';
import type { Missing } from './comments.ts';

/** Reads and sends direct messages of the account. */
export type Inbox<C extends Call = Call> = {
  /** In bytes of UTF-8. */
  textBytesMax: number;
  /** How long after a person's last message the platform accepts messages to that person; for docs. */
  windowMs: number;
  /** What can be sent. */
  attachmentTypes: readonly AttachmentType[];
  /**
   * Set if the author of a comment can be sent one message, even if they never wrote to the account. `windowMs`: how long
   * after the comment. `perHourMax`: per account.
   */
  privateReplies?: { windowMs: number; perHourMax: number };
  /** Set if messages can have link buttons. `textLengthMax`: characters of the text beside them. */
  buttons?: { textLengthMax: number };
  /** Newest activity first, each with its newest messages. */
  conversations: (
    call: AccountCall<C>,
    page: { cursor: string | undefined; limit: number },
  ) => Promise<ConversationPage | Refusal>;
  /** One conversation with its newest messages, and with names and pictures where the platform reveals them. */
  conversation: (
    call: AccountCall<C>,
    id: string,
  ) => Promise<{ kind: 'conversation'; conversation: PlatformConversation } | Missing | Refusal>;
  /** Sends exactly one request. It cannot be repeated safely, because platforms have no idempotency key for messages. */
  send: (
    call: AccountCall<C>,
    message: NewMessage,
  ) => Promise<{ kind: 'sent'; id: string } | MessageLimit | ButtonsRefused | Refusal | Unknown>;
};

export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/**
 * The platform does not accept a message to this person now, such as outside the 24-hour window. `platformError` is its
 * own error, for clients.
 */
export type MessageLimit = {
  kind: 'limited';
  message: string;
  platformError: { code: number; subcode: number; type: string; traceId?: string };
};

/** The platform certainly sent nothing, because it refuses the buttons. The same text may succeed without them. */
export type ButtonsRefused = { kind: 'buttonsRefused'; reason: string };

/** `cursor`: of the next page, undefined on the last one. */
export type ConversationPage = {
  kind: 'conversations';
  conversations: PlatformConversation[];
  cursor: string | undefined;
};

export type PlatformConversation = {
  id: string;
  updatedAt: Date;
  /** Without the account itself. */
  participants: readonly PlatformPerson[];
  /** Newest first. */
  messages: readonly PlatformMessage[];
};

export type PlatformPerson = {
  id: string;
  name: string | undefined;
  username: string | undefined;
  pictureUrl: string | undefined;
};

export type PlatformMessage = {
  id: string;
  createdAt: Date;
  /** False if the platform reveals no content, such as of old messages; only `id` and `createdAt` are certain then. */
  isKnown: boolean;
  isOutgoing: boolean;
  senderId: string | undefined;
  senderName: string | undefined;
  text: string | undefined;
  attachments: readonly PlatformAttachment[];
  /** The story of the account that the message replies to. */
  storyReply: { id: string; url?: string } | undefined;
  /** Whether the sender mentioned the account in a story. */
  isStoryMention: boolean;
};

export type PlatformAttachment = { id?: string; type: AttachmentType; url: string; previewUrl?: string };

export type NewMessage = {
  /** A person of a conversation, whom platforms address by either ID, or the author of a comment. */
  recipient: { conversationId: string; personId: string } | { commentId: string };
  content: MessageContent;
};

/** The platform fetches `attachmentUrl`. */
export type MessageContent =
  { text: string; buttons?: readonly MessageButton[] } | { attachmentUrl: string; type: AttachmentType };

/** Opens `url`. */
export type MessageButton = { title: string; url: string };
