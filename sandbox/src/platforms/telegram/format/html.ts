import { byteOffset, createWriter, FormatError, type Entity, type Formatted } from './entity.ts';

const typeByTag: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  span: 'spoiler',
  'tg-spoiler': 'spoiler',
  'tg-emoji': 'custom_emoji',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const piece =
  /<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[\w.-]+))?)*)\s*>|&(#x?[\da-f]+|lt|gt|amp|quot);|</gi;

type Open = { tag: string; offset: number; attributes: Readonly<Record<string, string>> };

export function parseHtml(source: string): Formatted {
  const writer = createWriter();
  const open: Open[] = [];
  let end = 0;
  for (const match of source.matchAll(piece)) {
    writer.write(source.slice(end, match.index));
    end = match.index + match[0].length;
    const at = byteOffset(source, match.index);
    const [, slash, name, attributes, character] = match;
    if (character !== undefined) writer.write(decode(character));
    else if (name === undefined) throw badTag(source, match.index, at);
    else if (slash === '/') close(open, name.toLowerCase(), at, writer);
    else open.push(openTag(name.toLowerCase(), attributes ?? '', at, writer.length()));
  }
  writer.write(source.slice(end));
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new FormatError(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return writer.done();
}

function badTag(source: string, index: number, at: number): FormatError {
  if (!source.includes('>', index)) return new FormatError(`Unclosed start tag at byte offset ${at}`);
  const name = source.slice(index + 1).split(/[\s>]/)[0] ?? '';
  if (name.startsWith('/')) return new FormatError(`Unexpected end tag at byte offset ${at}`);
  return new FormatError(`Unsupported start tag "${name.toLowerCase()}" at byte offset ${at}`);
}

function openTag(tag: string, attributeText: string, at: number, offset: number): Open {
  const attributes = readAttributes(attributeText);
  const isSpoilerSpan = tag !== 'span' || attributes['class'] === 'tg-spoiler';
  if (typeByTag[tag] === undefined) throw new FormatError(`Unsupported start tag "${tag}" at byte offset ${at}`);
  if (!isSpoilerSpan) throw new FormatError(`Tag "span" must have class "tg-spoiler" at byte offset ${at}`);
  return { tag, offset, attributes };
}

function close(open: Open[], tag: string, at: number, writer: ReturnType<typeof createWriter>): void {
  const last = open.pop();
  if (last === undefined) throw new FormatError(`Unexpected end tag at byte offset ${at}`);
  if (last.tag !== tag) {
    throw new FormatError(`Unmatched end tag at byte offset ${at}, expected "</${last.tag}>", found "</${tag}>"`);
  }
  const type = typeByTag[tag] ?? tag;
  const { attributes } = last;
  if (tag === 'a' && !URL.canParse(attributes['href'] ?? '')) return;
  const isExpandable = tag === 'blockquote' && attributes['expandable'] !== undefined;
  writer.mark(isExpandable ? 'expandable_blockquote' : type, last.offset, extraOf(tag, attributes));
}

function extraOf(tag: string, attributes: Readonly<Record<string, string>>): Partial<Entity> {
  if (tag === 'a') return { url: attributes['href'] ?? '' };
  return tag === 'tg-emoji' ? { custom_emoji_id: attributes['emoji-id'] ?? '' } : {};
}

function readAttributes(text: string): Record<string, string> {
  const matches = text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)))?/g);
  return Object.fromEntries(
    [...matches].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      (double ?? single ?? bare ?? '').replaceAll(/&(#x?[\da-f]+|lt|gt|amp|quot);/gi, (_all, code: string) =>
        decode(code),
      ),
    ]),
  );
}

function decode(code: string): string {
  const named = characters[code.toLowerCase()];
  if (named !== undefined) return named;
  const point = code.slice(0, 2).toLowerCase() === '#x' ? parseInt(code.slice(2), 16) : Number(code.slice(1));
  return Number.isInteger(point) && point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : `&${code};`;
}
