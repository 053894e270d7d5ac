import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { webUrl } from '../shared/platform-text.ts';

const readLink = responseReader(
  Type.Object({ url: Type.String(), expanded_url: Type.String(), media_key: Type.Optional(Type.Unknown()) }),
);

const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** X returns short links, an extra link for media, and three HTML entities. */
export function tweetText(text: string, links: readonly unknown[]): string {
  const plain = text.replaceAll(/&(?:lt|gt|amp);/g, (entity) => characters[entity] ?? entity);
  return links.reduce<string>((known, value) => {
    const link = readLink(value);
    if (!link?.url.startsWith('https://t.co/')) return known;
    if (link.media_key !== undefined) return known.replace(link.url, '').trimEnd();
    const expanded = webUrl(link.expanded_url);
    return expanded === undefined ? known : known.replace(link.url, () => link.expanded_url);
  }, plain);
}
