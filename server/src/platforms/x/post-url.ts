import type { AccountCall } from '../adapter.ts';

export function postUrl({ account }: Pick<AccountCall, 'account'>, id: string): string {
  return `https://x.com/${account.username}/status/${id}`;
}
