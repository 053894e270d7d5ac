import type { Publish } from '../adapter.ts';
import { callAsAccount } from '../meta/client.ts';
import { webUrl } from '../shared/network-text.ts';

const site = 'https://www.facebook.com';

export const permalink: NonNullable<Publish['permalink']> = async (call, postId) => {
  const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink_url' } });
  return reply.kind === 'ok' ? facebookUrl(reply.json['permalink_url']) : undefined;
};

/** Those of videos come without the site. */
export function facebookUrl(value: unknown): string | undefined {
  const isPath = typeof value === 'string' && /^\/[^/\\]/.test(value);
  return webUrl(isPath ? `${site}${value}` : value);
}
