import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { redacted } from '../../core/redact.ts';
import { putAccount } from './accounts.ts';
import { chats, findChat } from './chats.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const telegram: Network = {
  name: 'telegram',
  label: 'Telegram',
  routes,
  errors: requestErrors,
  faults,
  identify,
  redactPath: (path) => path.replace(/\/bot[^/]+/, `/bot${redacted}`),
  seed,
  putAccount,
};

function identify({ request, store }: Call): readonly string[] {
  const { chat_id, account } = rawParameters(request);
  const given = chat_id ?? account;
  if (typeof given !== 'string' && typeof given !== 'number') return [];
  const chat = findChat(store, String(given)) ?? chats.named(store, String(given));
  return chat === undefined ? [String(given)] : [chat.name, String(chat.id)];
}
