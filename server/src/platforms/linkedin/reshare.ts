/** Refuses URLs of activities: only shares and posts can be reshared, and nothing shows which one an activity refers to. */
export function resharedUrn(url: string): string | undefined {
  const trimmed = url.trim();
  if (urn.test(trimmed)) return trimmed;
  if (!URL.canParse(trimmed)) return undefined;
  const { protocol, hostname, pathname } = new URL(trimmed);
  if (!/^https?:$/.test(protocol) || !/(^|\.)linkedin\.com$/.test(hostname)) return undefined;
  const path = decoded(pathname);
  const [, update] = /^\/feed\/update\/(urn:li:(?:share|ugcPost):\d{1,30})\/?$/.exec(path) ?? [];
  if (update !== undefined) return update;
  const [, kind, id] = /^\/posts\/.*[-_](share|ugcPost)-(\d{1,30})(?:-[\w-]*)?\/?$/.exec(path) ?? [];
  return kind === undefined || id === undefined ? undefined : `urn:li:${kind}:${id}`;
}

const urn = /^urn:li:(share|ugcPost):\d{1,30}$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
