/**
 * The post that an address leads to. Addresses that name an activity are of no use: only shares and posts can be shared,
 * and nothing tells which one an activity is about.
 */
export function resharedUrn(address: string): string | undefined {
  const given = address.trim();
  if (urn.test(given)) return given;
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, pathname } = new URL(given);
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
