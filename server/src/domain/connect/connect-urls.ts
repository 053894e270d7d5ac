import type { Ctx } from '../context.ts';

type Site = Ctx['site'];

/** The address a network sends people back to. One per platform, so that an answer cannot be taken for another's. */
export function callbackUrl(site: Site, platform: string): string {
  return `${site.baseUrl()}/v1/connect/${platform}/callback`;
}

/** Herald's own page, where a network has none. */
export function pageUrl(site: Site, platform: string, state: string): string {
  return `${site.baseUrl()}/connect/${platform}?state=${encodeURIComponent(state)}`;
}

/** The query of an address of ours or of a redirect URL, with what happened added to it. */
export function withQuery(url: string, values: Readonly<Record<string, string | undefined>>): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) full.searchParams.set(name, value);
  return full.href;
}
