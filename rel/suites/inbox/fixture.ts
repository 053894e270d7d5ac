import { connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api, SandboxProcess, User } from '../../harness/testbed.ts';

export type Inbox = { user: User; accountId: string; name: string; conversationId: string };

type ConversationList = { data: { id: string; accountId: string }[] };

export async function openInbox(api: Api, sandbox: SandboxProcess, user: User, name: string): Promise<Inbox> {
  const { accountId } = await connectSandbox(api, user, { platform: 'instagram', name });
  await write(sandbox, { account: name, person: 'first.fan', text: 'Hello' });
  const path = `/v1/inbox/conversations?accountId=${accountId}`;
  const { body } = await api.call<ConversationList>(user, 'GET', path);
  const [conversation] = body.data;
  if (conversation === undefined) throw new Error(`${name} has no conversation: ${JSON.stringify(body)}`);
  return { user, accountId, name, conversationId: conversation.id };
}

type WrittenMessage = { account: string; person: string; text: string };

export async function write(sandbox: SandboxProcess, message: WrittenMessage): Promise<void> {
  await sandbox.control('POST', 'messages', { platform: 'instagram', ...message });
}

export type SendResponse = { status: number; code: string | undefined; isReplayed: boolean; text: string };

type SendInput = { inbox: Inbox; text: string; key: string };

/** Status 0: the process died. */
export async function send(api: Api, { inbox, text, key }: SendInput): Promise<SendResponse> {
  return await sendBody(api, { inbox, key, body: JSON.stringify({ accountId: inbox.accountId, message: text }) });
}

type BodyInput = { inbox: Inbox; key: string; body: string };

export async function sendBody({ baseUrl }: Api, { inbox, key, body }: BodyInput): Promise<SendResponse> {
  const path = `/v1/inbox/conversations/${encodeURIComponent(inbox.conversationId)}/messages`;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${inbox.user.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
    });
    const text = await response.text();
    const { code } = JSON.parse(text) as { code?: string };
    const isReplayed = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, code, isReplayed, text };
  } catch {
    return { status: 0, code: undefined, isReplayed: false, text: '' };
  }
}

type LedgerMessage = { account: string; direction: string; text?: string };

export async function countSent(sandbox: SandboxProcess): Promise<Map<string, number>> {
  const { messages } = await sandbox.control<{ messages: LedgerMessage[] }>('GET', 'ledger?platform=instagram');
  const sent = messages.filter(({ direction }) => direction === 'outgoing');
  return new Map([...Map.groupBy(sent, ({ text = '' }) => text)].map(([text, { length }]) => [text, length]));
}
