export type CommentRow = {
  ownerId: string;
  accountId: string;
  id: string;
  platformPostId: string;
  parentId: string | null;
  comment: object;
  createdAt: Date;
  deletedAt: Date | null;
};

export type ConversationRow = {
  ownerId: string;
  accountId: string;
  id: string;
  participants: { id: string; name?: string; username?: string; pictureUrl?: string }[];
  participantId: string | null;
  updatedAt: Date;
  lastMessage: string;
  lastMessageAt: Date | null;
  archivedAt: Date | null;
  refreshedAt: Date;
  foldedNames: string[];
  nameBigrams: string[];
  tokenBits: string;
};

export type MessageRow = {
  ownerId: string;
  accountId: string;
  conversationId: string;
  id: string;
  direction: 'incoming' | 'outgoing';
  isKnown: boolean;
  isRead: boolean;
  senderId: string | null;
  senderName: string | null;
  text: string | null;
  attachments: { id?: string; type: 'image' | 'video' | 'audio' | 'file'; url: string; previewUrl?: string }[];
  storyReply: { id: string; url?: string } | null;
  isStoryMention: boolean;
  createdAt: Date;
  tokens: string[];
};

export type PlatformEventRow = {
  id: string;
  platform: string;
  isSandbox: boolean;
  body: Buffer;
  receivedAt: Date;
  dueAt: Date;
  attemptCount: number;
  claimToken: string | null;
  leaseUntil: Date | null;
};

export type CommentPageRow = {
  ownerId: string;
  accountId: string;
  platformPostId: string;
  parentId: string;
  cursor: string;
  size: number;
  page: object;
  fetchedAt: Date;
};
