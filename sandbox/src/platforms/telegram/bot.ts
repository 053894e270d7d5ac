import type { Call } from '../../core/platform.ts';
import { collection } from '../../core/state/store.ts';
import { refuse } from './errors.ts';

export const personUser = { id: 5000000001, is_bot: false, first_name: 'Sandy', username: 'sandy_box' };

export const bot = {
  id: 1234567890,
  token: '1234567890:sandbox-bot-token-herald-0000000000',
  username: 'herald_sandbox_bot',
  firstName: 'Herald Sandbox',
};

export const botUser = { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username };

export const botState = collection<{ isTokenRevoked?: boolean; messagesPerSecond?: number }>('telegram/bot');

export function requireToken(call: Call): void {
  const token = call.request.params['token'] ?? '';
  if (!/^\d+:[\w-]{35}$/.test(token)) refuse(404, 'Not Found');
  const isRevoked = botState.get(call.store, bot.username)?.isTokenRevoked === true;
  if (token !== bot.token || isRevoked) refuse(401, 'Unauthorized');
}
