import { personFields } from '../../core/pages/consent.ts';
import type { Call, Route } from '../../core/platform.ts';
import { html } from '@herald/pages';
import { errorPage, page } from '../../core/pages/page.ts';
import { redirect, type Reply } from '../../core/wire/reply.ts';
import type { Tx } from '../../core/state/store.ts';
import { freshChat } from './accounts.ts';
import { bot, personUser } from './bot.ts';
import { chats, wireChat, type Chat } from './chats.ts';
import { limits } from './limits.ts';
import { messagesOf, nextNumbers, type WireMessage } from './messages.ts';
import { addUpdate } from './updates.ts';

/**
 * Opened by the bot's links. For `startgroup`, Telegram sends `/start` and the parameter. `text` prefills a message,
 * `back` returns to Herald.
 */
export const chatPage: Route = {
  host: 't.me',
  methods: ['GET', 'POST'],
  path: '/{bot}',
  operation: 'chatPage',
  isPage: true,
  handle: (call) => {
    const { params, body, query } = call.request;
    if (params['bot']?.toLowerCase() !== bot.username) return errorPage(404, 'Nothing here', 'The bot does not exist.');
    const fields = new URLSearchParams([...query, ...(body.kind === 'form' ? body.fields : [])]);
    const back = query.get('back');
    if (back !== null && !call.isHeraldUrl(back)) {
      return errorPage(400, 'The redirect URL is not allowed', 'The redirect URL does not belong to Herald.');
    }
    const decision = fields.getAll('decision').at(-1);
    if (decision === 'approve') return send(call, fields, back);
    return decision === 'deny' ? deny(back) : ask(call, textOf(fields));
  },
};

function ask(call: Call, text: string): Reply {
  const choices = openChats(call).map((chat) => ({ name: chat.name, label: chat.title, detail: kindOf(chat) }));
  return page(
    { title: 'Telegram', formTargets: call.heraldOrigins() },
    html`<h1>Write to a chat</h1>
      <p class="soft">@${bot.username} is an administrator of these chats and reads what you send.</p>
      <form method="post">
        ${personFields(choices, { legend: 'Chat', other: 'Or another name, created when you send' })}
        <p class="field">
          <label class="label" for="text">Message</label>
          <textarea id="text" name="text" rows="3" maxlength="${limits.textUnits}" required>${text}</textarea>
        </p>
        <div class="actions">
          <button class="main" name="decision" value="approve">Send</button>
          <button name="decision" value="deny" formnovalidate>Cancel</button>
        </div>
      </form>`,
  );
}

const openChats = ({ store }: Call): Chat[] =>
  chats
    .all(store)
    .filter((chat) => chat.migratedTo === undefined && chat.botStatus === 'administrator')
    .slice(0, 20);

const kindOf = (chat: Chat): string => {
  if (chat.username !== undefined) return `public ${chat.type} @${chat.username}`;
  return chat.type === 'channel' ? 'private channel' : chat.type;
};

function send(call: Call, fields: URLSearchParams, back: string | null): Reply {
  const name = chosenName(call, fields);
  const text = textOf(fields).trim();
  if (name === '' || name.length > 64)
    return errorPage(400, 'No chat', 'Choose a chat or type a name of up to 64 characters.');
  if (text === '' || text.length > limits.textUnits) return errorPage(400, 'No message', 'Write a message first.');
  const chat = call.commit((tx) => post(call, tx, { name, text }));
  if (back !== null) return redirect(back);
  return page(
    { title: 'Sent' },
    html`<h1>Sent</h1>
      <p>Your message is in <strong>${chat.title}</strong>. You can close this page.</p>`,
  );
}

function textOf(fields: URLSearchParams): string {
  const parameter = fields.get('startgroup') ?? '';
  return fields.getAll('text').at(-1) ?? (parameter === '' ? '' : `/start@${bot.username} ${parameter}`);
}

function chosenName(call: Call, fields: URLSearchParams): string {
  const typed = fields.get('other')?.trim() ?? '';
  return typed === '' ? (fields.getAll('account').at(-1) ?? openChats(call)[0]?.name ?? '') : typed;
}

function post(call: Call, tx: Tx, { name, text }: { name: string; text: string }): Chat {
  const known = chats.named(tx, name);
  const chat = known ?? freshChat(call, name);
  if (known === undefined) chats.put(tx, chat);
  const [id = 0] = nextNumbers(tx, `messages/${chat.id}`, 1);
  const sentAt = call.clock.now();
  const command = /^\/\w+/.exec(text)?.[0];
  const wire: WireMessage = {
    message_id: id,
    ...senderOf(chat),
    chat: wireChat(chat),
    date: Math.floor(sentAt / 1000),
    text,
    ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
  };
  messagesOf(chat.id).put(tx, String(id), { wire, sentAt, isOwn: false, postId: id, albumIds: [id] });
  const canRead = chat.botStatus === 'administrator' || chat.botStatus === 'member';
  if (canRead && chat.migratedTo === undefined) {
    addUpdate(tx, chat.type === 'channel' ? 'channel_post' : 'message', wire);
  }
  return chat;
}

/** Shown to clients that do not support anonymous administrators. */
const anonymousUser = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

function senderOf(chat: Chat): object {
  if (chat.type === 'channel') return { sender_chat: wireChat(chat) };
  if (chat.personStatus === 'anonymous') return { from: anonymousUser, sender_chat: wireChat(chat) };
  return { from: personUser };
}

function deny(back: string | null): Reply {
  if (back === null)
    return page(
      { title: 'Nothing sent' },
      html`<h1>Nothing was sent</h1>
        <p>You can close this page.</p>`,
    );
  const target = new URL(back);
  target.searchParams.set('decision', 'deny');
  return redirect(target.href);
}
