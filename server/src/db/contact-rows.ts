export type CustomFields = Readonly<Record<string, string | number | boolean | null>>;

export type ContactRow = {
  ownerId: string;
  profileId: string;
  id: string;
  name: string;
  email: string | null;
  company: string | null;
  avatarUrl: string | null;
  tags: string[];
  isSubscribed: boolean;
  isBlocked: boolean;
  notes: string | null;
  customFields: CustomFields | null;
  messagesSentCount: number;
  messagesReceivedCount: number;
  lastMessageSentAt: Date | null;
  lastMessageReceivedAt: Date | null;
  source: 'api' | 'inbox' | 'automation';
  foldedTexts: string[];
  lowerTags: string[];
  createdAt: Date;
  updatedAt: Date;
};

export type ContactChannelRow = {
  ownerId: string;
  id: string;
  contactId: string;
  accountId: string;
  platform: string;
  platformIdentifier: string;
  displayIdentifier: string | null;
  isSubscribed: boolean;
  conversationId: string | null;
  metadata: object | null;
  lastActiveAt: Date | null;
  createdAt: Date;
};
