import { platformText, webUrl } from '../shared/platform-text.ts';

type PageCard = { title: string; description: string; imageUrl: string | null };

const htmlMax = 300_000;
const metaCountMax = 200;
const tagMax = 4000;
const titleMax = 300;
const descriptionMax = 1000;

/** Undefined without a readable title. */
export function readPageCard(html: string, pageUrl: string): PageCard | undefined {
  const head = html.slice(0, htmlMax);
  const metas = readMetas(head);
  const [, plainTitle = ''] = /<title[^>]{0,200}>([^<]{0,2000})<\/title/i.exec(head) ?? [];
  const title = toText(metas.get('og:title') ?? plainTitle, titleMax);
  // Replacement characters: the page is not in UTF-8.
  if (title === '' || title.includes('\ufffd')) return undefined;
  const description = toText(metas.get('og:description') ?? metas.get('description') ?? '', descriptionMax);
  return { title, description, imageUrl: imageOf(metas.get('og:image'), pageUrl) };
}

function imageOf(content: string | undefined, pageUrl: string): string | null {
  const address = decodeEntities(content ?? '').trim();
  if (address === '' || !URL.canParse(address, pageUrl)) return null;
  return webUrl(new URL(address, pageUrl).href) ?? null;
}

function readMetas(html: string): Map<string, string> {
  const metas = new Map<string, string>();
  for (const { index } of [...html.matchAll(/<meta\s/gi)].slice(0, metaCountMax)) {
    const attributes = readAttributes(html.slice(index + '<meta'.length, index + tagMax));
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = attributes.get('content');
    // The first value wins, as in other readers of such tags.
    if (content !== undefined && !metas.has(name)) metas.set(name, content);
  }
  return metas;
}

function readAttributes(tag: string): Map<string, string> {
  const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y;
  const attributes = new Map<string, string>();
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [, name = '', double, single, bare] = match;
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return attributes;
}

function toText(raw: string, max: number): string {
  const text = decodeEntities(raw).replaceAll(/\s+/g, ' ').trim();
  return platformText(text, max)?.trim() ?? '';
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? entity;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}
