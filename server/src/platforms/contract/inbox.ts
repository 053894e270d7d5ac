import type { AccountCall, Call, Refusal, Unknown } from './call.ts';
import type { Missing } from './comments.ts';

export type Inbox<C extends Call = Call> = {
  textBytesMax: number;
  /** How long after the person's last message; for docs. */
  windowMs: number;
  attachmentTypes: readonly AttachmentType[];
  /**
   * Set if the author of a comment can be sent one message, even if they never wrote to the account. Limited per
   * account and to `windowMs` after the comment.
   */
  privateReplies?: { windowMs: number; perHourMax: number };
  /** `textLengthMax`: characters of the text beside the buttons. */
  buttons?: { textLengthMax: number };
  /** Newest activity first. */
  conversations: (
    call: AccountCall<C>,
    page: { cursor: string | undefined; limit: number },
  ) => Promise<ConversationPage | Refusal>;
  conversation: (
    call: AccountCall<C>,
    id: string,
  ) => Promise<{ kind: 'conversation'; conversation: PlatformConversation } | Missing | Refusal>;
  /** Sends exactly one request, which cannot be repeated: platforms have no idempotency key for messages. */
  send: (
    call: AccountCall<C>,
    message: NewMessage,
  ) => Promise<{ kind: 'sent'; id: string } | MessageLimit | ButtonsRefused | Refusal | Unknown>;
};

export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** The platform does not accept a message to this person now, such as outside the 24-hour window. */
export type MessageLimit = {
  kind: 'limited';
  message: string;
  platformError: { code: number; subcode: number; type: string; traceId?: string };
};

/** Nothing was sent, because of the buttons. The same text may succeed without them. */
export type ButtonsRefused = { kind: 'buttonsRefused'; reason: string };

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
  /** The account's own story that the message replies to. */
  storyReply: { id: string; url?: string } | undefined;
  isStoryMention: boolean;
};

export type PlatformAttachment = { id?: string; type: AttachmentType; url: string; previewUrl?: string };

export type NewMessage = {
  /** Platforms address a person by either ID. */
  recipient: { conversationId: string; personId: string } | { commentId: string };
  content: MessageContent;
};

/** The platform fetches `attachmentUrl`. */
export type MessageContent =
  { text: string; buttons?: readonly MessageButton[] } | { attachmentUrl: string; type: AttachmentType };

export type MessageButton = { title: string; url: string };
