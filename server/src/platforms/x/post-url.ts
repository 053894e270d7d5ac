import type { XAccountCall } from './call.ts';

export function postUrl({ account }: Pick<XAccountCall, 'account'>, id: string): string {
  return `https://x.com/${account.username}/status/${id}`;
}
