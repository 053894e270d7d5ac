import assert from 'node:assert/strict';
import type {
  ConversationPage,
  MessageButton,
  PlatformConversation,
  RemoteAccount,
} from '../../src/platforms/adapter.ts';
import type { PlatformFixture } from './platform-fixture.ts';

type Received = { person?: string; text?: string; attachmentUrl?: string; storyId?: string };

/** Times differ, because platforms count in seconds. */
export async function receiveMessage(
  fixture: PlatformFixture,
  { providerAccountId: account }: RemoteAccount,
  message: Received,
): Promise<{ id: string; conversationId: string }> {
  await fixture.advance(1000);
  const { name: platform } = fixture.adapter;
  const body = { platform, account, person: 'fan', ...message };
  return (await fixture.sandbox.control('POST', 'messages', body)).message;
}

type Page = { cursor?: string; limit?: number };

/** Platforms limit how often conversations are listed. */
export async function listConversations(
  fixture: PlatformFixture,
  account: RemoteAccount,
  { cursor, limit = 20 }: Page = {},
): Promise<ConversationPage> {
  await fixture.advance(1000);
  const page = await fixture.adapter.inbox?.conversations(fixture.as(account), { cursor, limit });
  assert.ok(page?.kind === 'conversations', JSON.stringify(page));
  return page;
}

export async function readConversation(
  fixture: PlatformFixture,
  account: RemoteAccount,
  id: string,
): Promise<PlatformConversation> {
  const result = await fixture.adapter.inbox?.conversation(fixture.as(account), id);
  assert.ok(result?.kind === 'conversation', JSON.stringify(result));
  return result.conversation;
}

type LedgerMessage = {
  id: string;
  conversationId: string;
  text: string;
  buttons: readonly MessageButton[];
  attachmentUrl: string | null;
};

export async function sentMessages(
  { adapter, sandbox }: PlatformFixture,
  account: RemoteAccount,
): Promise<LedgerMessage[]> {
  const query = new URLSearchParams({ platform: adapter.name, account: account.username });
  const { messages } = (await sandbox.control('GET', `ledger?${query.toString()}`)) as {
    messages: (LedgerMessage & { direction: string })[];
  };
  return messages.filter(({ direction }) => direction === 'outgoing');
}
