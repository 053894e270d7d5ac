import { createHash } from 'node:crypto';

export const entryway = 'bsky.social';
export const videoHost = 'video.bsky.app';

/** Personal data servers; every account is on one of them, and the entryway forwards calls to it. */
const personalHosts = [
  'morel.us-east.host.bsky.network',
  'shimeji.us-east.host.bsky.network',
  'lionsmane.us-east.host.bsky.network',
] as const;

export const xrpcHosts: readonly string[] = [entryway, ...personalHosts];

export function personalHostOf(handle: string): string {
  const [byte = 0] = createHash('sha256').update(handle).digest();
  return personalHosts[byte % personalHosts.length] ?? personalHosts[0];
}
