import type { AccountCall } from '../adapter.ts';
import type { Endpoint } from './xrpc.ts';

export const collection = 'app.bsky.feed.post';

/** The account's own server: others would only pass on. */
export function home({ account, hosts }: AccountCall): Endpoint {
  const { pds } = account.state;
  const service = typeof pds === 'string' ? pds : (hosts['service'] ?? '');
  return { service, token: account.tokens?.accessToken };
}

export function postUri({ account }: AccountCall, key: string): string {
  return `at://${account.providerAccountId}/${collection}/${key}`;
}

export function postUrl({ account }: AccountCall, key: string): string {
  return `https://bsky.app/profile/${account.username}/post/${key}`;
}

/** Of an address as `postUri` makes it; undefined for any other. */
export function keyOf(uri: string): string | undefined {
  return /^at:\/\/[^/]+\/app\.bsky\.feed\.post\/([\w.~:-]{1,512})$/.exec(uri)?.[1];
}
