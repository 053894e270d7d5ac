import type { SandboxContext } from '../core/context.ts';
import { html, type Html } from '@herald/pages';
import type { Audience, LedgerMessage, LinkButton, Platform } from '../core/platform.ts';
import { conversationsOf, type Conversation } from './conversations.ts';
import type { LivePage } from './live-page.ts';
import { messageForm } from './message-form.ts';
import { paths } from './paths.ts';
import { counted, linkedHtml, timeHtml } from './text.ts';

const messagesMax = 200;

type Inbox = {
  readonly context: SandboxContext;
  readonly platform: Platform;
  readonly audience: Audience;
  readonly messages: NonNullable<Audience['messages']>;
};

export function messagePage(
  context: SandboxContext,
  platform: Platform,
  { account, id }: { account: string | undefined; id: string | undefined },
): LivePage | undefined {
  const { audience } = platform;
  if (audience?.messages === undefined) return undefined;
  const inbox: Inbox = { context, platform, audience, messages: audience.messages };
  if (account === undefined) return accountsPage(inbox);
  if (!inbox.messages.accounts(context.state.store).includes(account)) return undefined;
  return id === undefined ? accountPage(inbox, account) : conversationPage(inbox, account, id);
}

const listOf = ({ context, messages }: Inbox, account: string): Conversation[] =>
  conversationsOf(messages.list(context.state.store), account);

const trailOf = ({ platform }: Inbox): LivePage['trail'] => [
  { href: paths.front, label: 'All platforms' },
  { href: paths.feed(platform), label: platform.label },
];

const inboxLink = ({ platform }: Inbox) => ({ href: paths.inbox(platform), label: 'Direct messages' });

function accountsPage(inbox: Inbox): LivePage {
  const { context, platform, messages } = inbox;
  const { store } = context.state;
  const entry = (account: string, sent: readonly LedgerMessage[]): Html => {
    const count = conversationsOf(sent, account).length;
    return html`<li class="platform">
      <a href="${paths.account(platform, account)}"
        ><strong><bdi>${account}</bdi></strong> <small>${counted(count, 'conversation')}</small></a
      >
    </li>`;
  };
  return {
    platform,
    path: paths.inbox(platform),
    title: 'Direct messages',
    trail: trailOf(inbox),
    content: () => {
      const sent = Map.groupBy(messages.list(store), ({ account }) => account);
      return html`<ul class="platforms">
        ${messages.accounts(store).map((account) => entry(account, sent.get(account) ?? []))}
      </ul>`;
    },
  };
}

function accountPage(inbox: Inbox, account: string): LivePage {
  const { context, platform, audience } = inbox;
  return {
    platform,
    path: paths.account(platform, account),
    title: `Messages to ${account}`,
    trail: [...trailOf(inbox), inboxLink(inbox)],
    content: () => {
      const conversations = listOf(inbox, account);
      if (conversations.length === 0) return html`<p class="soft empty">Nobody has written to this account yet.</p>`;
      return html`<ul class="platforms">
        ${conversations.map((conversation) => conversationEntry(platform, account, conversation))}
      </ul>`;
    },
    forms: [messageForm(context, { platform, audience, account })],
  };
}

function conversationEntry(platform: Platform, account: string, { id, person, messages, latest }: Conversation): Html {
  const excerpt = latest.text === '' ? 'Attachment' : latest.text;
  return html`<li>
    <a class="conversation" href="${paths.conversation(platform, account, id)}">
      <strong><bdi>${person}</bdi></strong> <small class="soft">${counted(messages.length, 'message')}</small>
      <span class="excerpt" dir="auto">${excerpt}</span>
      ${timeHtml(latest.createdAt)}
    </a>
  </li>`;
}

function conversationPage(inbox: Inbox, account: string, id: string): LivePage | undefined {
  const { context, platform, audience } = inbox;
  const find = (): Conversation | undefined => listOf(inbox, account).find((conversation) => conversation.id === id);
  const person = find()?.person;
  if (person === undefined) return undefined;
  return {
    platform,
    path: paths.conversation(platform, account, id),
    title: `${person} and ${account}`,
    trail: [...trailOf(inbox), inboxLink(inbox), { href: paths.account(platform, account), label: account }],
    content: () => messagesHtml(find()?.messages ?? []),
    forms: [messageForm(context, { platform, audience, account, person })],
  };
}

function messagesHtml(messages: readonly LedgerMessage[]): Html {
  const shown = messages.slice(-messagesMax);
  const isCut = shown.length < messages.length;
  return html`${isCut ? html`<p class="soft">The newest ${messagesMax} of ${messages.length} messages.</p>` : undefined}
    <ol class="messages">
      ${shown.map(messageHtml)}
    </ol>`;
}

function messageHtml(message: LedgerMessage): Html {
  const { account, person, direction, text, buttons, attachmentUrl, storyId, commentId, createdAt } = message;
  return html`<li class="message ${direction}">
    <p class="who">
      <strong><bdi>${direction === 'incoming' ? person : account}</bdi></strong>
      ${storyId === null ? undefined : html`<span class="mark">Reply to story ${storyId}</span>`}
      ${commentId === null ? undefined : html`<span class="mark">Private reply to comment ${commentId}</span>`}
      ${timeHtml(createdAt)}
    </p>
    ${text === '' ? undefined : html`<p class="text" dir="auto">${linkedHtml(text)}</p>`}
    ${buttons.length === 0 ? undefined : html`<p class="links">${buttons.map(buttonHtml)}</p>`}
    ${attachmentUrl === null ? undefined : html`<span class="file">Attachment: ${urlHtml(attachmentUrl)}</span>`}
  </li>`;
}

const buttonHtml = ({ title, url }: LinkButton): Html => urlHtml(url, html`<bdi>${title}</bdi>`);

/** Links only web pages, because a follower can send any URL. */
function urlHtml(url: string, label: Html | string = url): Html {
  const isWeb = /^https?:\/\//i.test(url);
  return isWeb ? html`<a href="${url}" rel="noreferrer nofollow">${label}</a>` : html`<code>${label}</code>`;
}
