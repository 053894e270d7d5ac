import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Media, Outcome, Post, Publish } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { jsonBody, multipartBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import type { TelegramAccountCall, TelegramCall } from './call.ts';
import { callBot } from './client.ts';
import { toOutcome } from './errors.ts';
import { limits, options } from './options.ts';

export const publish: Publish<TelegramCall> = {
  limits,
  options,
  check: (post) => [...checkLimits(limits, post), ...readOptions(options, post.settings).issues],
  prepare: async () => ({ kind: 'ready', publishState: { v: 1 } }),
  send: async (call, post) => {
    const { method, body } = request(call, post);
    const reply = await callBot(call, method, body);
    return reply.kind === 'ok' ? toPublished(call.account, reply.result) : toOutcome(reply);
  },
  settle: async () => ({
    kind: 'inconclusive',
    reason: 'Telegram bots cannot read their own posts',
    canAskAgain: false,
  }),
};

type Request = { method: string; body: PlatformBody };

function request({ account, random }: TelegramAccountCall, post: Post): Request {
  const { text, media } = post;
  const [first] = media;
  const common = { chat_id: account.providerAccountId, ...delivery(post) };
  if (first === undefined) {
    return { method: 'sendMessage', body: jsonBody({ ...common, text, ...parseMode(post), ...linkPreview(post) }) };
  }
  const caption = text === '' ? {} : { caption: text, ...parseMode(post) };
  const files = media.map((item, index) => ({
    name: `file${index}`,
    filename: `${kindOf(item)}${index}.${extensions[item.contentType] ?? 'bin'}`,
    media: item,
  }));
  if (media.length === 1) {
    const { method, field } = single[kindOf(first)];
    const fields = { ...common, [field]: 'attach://file0', ...caption };
    return { method, body: multipartBody(random, texts(fields), files) };
  }
  const items = media.map((item, index) => ({
    type: kindOf(item),
    media: `attach://file${index}`,
    // Telegram shows the caption under the album only if just the first item has one.
    ...(index === 0 ? caption : {}),
  }));
  return { method: 'sendMediaGroup', body: multipartBody(random, texts({ ...common, media: items }), files) };
}

/** Telegram recognizes uploads by their extension. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

const single = {
  photo: { method: 'sendPhoto', field: 'photo' },
  video: { method: 'sendVideo', field: 'video' },
  animation: { method: 'sendAnimation', field: 'animation' },
};

function kindOf({ type }: Media): keyof typeof single {
  if (type === 'gif') return 'animation';
  return type === 'video' ? 'video' : 'photo';
}

const modes = { html: 'HTML', markdownv2: 'MarkdownV2' };

function parseMode({ settings }: Post): object {
  const { parseMode: mode } = readOptions(options, settings).options;
  return mode === undefined ? {} : { parse_mode: modes[mode] };
}

function linkPreview({ settings }: Post): object {
  const { disableLinkPreview } = readOptions(options, settings).options;
  return disableLinkPreview === true ? { link_preview_options: { is_disabled: true } } : {};
}

function delivery({ settings }: Post): object {
  const { disableNotification, protectContent } = readOptions(options, settings).options;
  return {
    ...(disableNotification === true ? { disable_notification: true } : {}),
    ...(protectContent === true ? { protect_content: true } : {}),
  };
}

function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const pairs = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function toPublished(account: CallAccount, result: unknown): Outcome {
  const messages = [result].flat().filter(isJsonObject);
  const ids = messages.map((message) => message['message_id']).filter(isMessageId);
  const [first] = ids;
  if (first === undefined) return { kind: 'unknown', reason: 'the response has no message ID' };
  const url = messageUrl(account, first);
  return {
    kind: 'published',
    id: String(first),
    ...(url === undefined ? {} : { url }),
    ...(ids.length > 1 ? { partIds: ids.map(String) } : {}),
  };
}

function isMessageId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Basic groups have no message URLs. */
function messageUrl({ providerAccountId, state }: CallAccount, messageId: number): string | undefined {
  if (typeof state['publicName'] === 'string') return `https://t.me/${state['publicName']}/${messageId}`;
  return providerAccountId.startsWith('-100') ? `https://t.me/c/${providerAccountId.slice(4)}/${messageId}` : undefined;
}
