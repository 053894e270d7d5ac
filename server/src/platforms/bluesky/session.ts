import type { BlueskyAccountCall } from './call.ts';
import type { Endpoint } from './xrpc.ts';

export const collection = 'app.bsky.feed.post';

/** Other servers would only forward the request. */
export function home({ account, hosts }: BlueskyAccountCall): Endpoint {
  const { pds } = account.state;
  const service = typeof pds === 'string' ? pds : hosts.service;
  return { service, token: account.tokens?.accessToken };
}

export function postUri({ account }: BlueskyAccountCall, key: string): string {
  return `at://${account.providerAccountId}/${collection}/${key}`;
}

export function postUrl({ account }: BlueskyAccountCall, key: string): string {
  return `https://bsky.app/profile/${account.username}/post/${key}`;
}

export function keyOf(uri: string): string | undefined {
  return /^at:\/\/[^/]+\/app\.bsky\.feed\.post\/([\w.~:-]{1,512})$/.exec(uri)?.[1];
}
