import type { Ctx } from '../context.ts';

type Site = Ctx['site'];

/** One redirect URI per platform, so that callbacks of different platforms cannot be confused. */
export function callbackUrl(site: Site, platform: string): string {
  return `${site.baseUrl()}/v1/connect/${platform}/callback`;
}

export function pageUrl(site: Site, platform: string, state: string): string {
  return `${site.baseUrl()}/connect/${platform}?state=${encodeURIComponent(state)}`;
}

export function withQuery(url: string, values: Readonly<Record<string, string | undefined>>): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) full.searchParams.set(name, value);
  return full.href;
}
