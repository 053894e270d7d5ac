import type { Call, Platform } from '../../core/platform.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import { redacted } from '../../core/wire/redact.ts';
import { putAccount } from './accounts.ts';
import { chats, findChat } from './chats.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const telegram: Platform = {
  name: 'telegram',
  label: 'Telegram',
  routes,
  errors: requestErrors,
  faults,
  identify,
  redactPath: (path) => path.replace(/\/bot[^/]+/, `/bot${redacted}`),
  seed,
  putAccount,
  findAccount: (reader, account) => {
    const chat = chats.get(reader, account) ?? chats.named(reader, account);
    return chat && { id: String(chat.id) };
  },
};

function identify({ request, store }: Call): readonly string[] {
  const { chat_id, account } = rawParameters(request);
  const chatId = chat_id ?? account;
  if (typeof chatId !== 'string' && typeof chatId !== 'number') return [];
  const chat = findChat(store, String(chatId)) ?? chats.named(store, String(chatId));
  return chat === undefined ? [String(chatId)] : [chat.name, String(chat.id)];
}
