import { createHash } from 'node:crypto';

export const entryway = 'bsky.social';
export const videoHost = 'video.bsky.app';

/** The entryway forwards calls to an account's personal data server. */
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
