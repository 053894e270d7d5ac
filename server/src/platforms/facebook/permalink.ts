import type { Publish } from '../adapter.ts';
import { callAsAccount } from '../meta/client.ts';
import { webUrl } from '../shared/platform-text.ts';
import type { FacebookCall } from './call.ts';

const site = 'https://www.facebook.com';

export const permalink: NonNullable<Publish<FacebookCall>['permalink']> = async (call, postId) => {
  const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink_url' } });
  return reply.kind === 'ok' ? facebookUrl(reply.json['permalink_url']) : undefined;
};

/** Permalinks of videos are paths without a host. */
export function facebookUrl(value: unknown): string | undefined {
  const isPath = typeof value === 'string' && /^\/[^/\\]/.test(value);
  return webUrl(isPath ? `${site}${value}` : value);
}
