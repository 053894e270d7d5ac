import type { LinkedinAccountCall } from './call.ts';

export function authorUrn({ account }: Pick<LinkedinAccountCall, 'account'>): string {
  return `urn:li:person:${account.providerAccountId}`;
}

export const postUrn = '^urn:li:(share|ugcPost):[0-9]{1,30}$';

export function postUrl(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}`;
}
