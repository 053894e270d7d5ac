import { byteOffset, createWriter, FormatError, type Formatted } from './entity.ts';

const marks = ['||', '__', '*', '_', '~'] as const;
const types: Readonly<Record<string, { type: string; name: string }>> = {
  '*': { type: 'bold', name: 'Bold' },
  _: { type: 'italic', name: 'Italic' },
  __: { type: 'underline', name: 'Underline' },
  '~': { type: 'strikethrough', name: 'Strikethrough' },
  '||': { type: 'spoiler', name: 'Spoiler' },
  '[': { type: 'text_link', name: 'TextUrl' },
  '>': { type: 'blockquote', name: 'BlockQuote' },
};
const reserved = /[_*[\]()~`>#+\-=|{}.!]/;

type Open = { mark: string; at: number; offset: number };
type Cursor = { source: string; at: number; open: Open[]; writer: ReturnType<typeof createWriter> };

export function parseMarkdownV2(source: string): Formatted {
  const cursor: Cursor = { source, at: 0, open: [], writer: createWriter() };
  while (cursor.at < source.length) {
    if (!(escaped(cursor) || code(cursor) || link(cursor) || quote(cursor) || mark(cursor))) plain(cursor);
  }
  endQuote(cursor);
  const unclosed = cursor.open.at(-1);
  if (unclosed !== undefined) throw endless(cursor, unclosed.mark, unclosed.at);
  return cursor.writer.done();
}

function endless({ source }: Cursor, mark: string, at: number): FormatError {
  const name = types[mark]?.name ?? (mark === '```' ? 'Pre' : 'Code');
  return new FormatError(`Can't find end of ${name} entity at byte offset ${byteOffset(source, at)}`);
}

function escaped(cursor: Cursor): boolean {
  const next = cursor.source.charCodeAt(cursor.at + 1);
  if (cursor.source[cursor.at] !== '\\' || !(next > 0 && next < 127)) return false;
  cursor.writer.write(cursor.source.charAt(cursor.at + 1));
  cursor.at += 2;
  return true;
}

function code(cursor: Cursor): boolean {
  const { source, at, writer } = cursor;
  if (source[at] !== '`') return false;
  const fence = source.startsWith('```', at) ? '```' : '`';
  const end = source.indexOf(fence, at + fence.length);
  if (end === -1) throw endless(cursor, fence, at);
  const content = source.slice(at + fence.length, end);
  const language = fence === '```' ? /^(\w+)\n/.exec(content)?.[1] : undefined;
  const offset = writer.length();
  writer.write((language === undefined ? content : content.slice(language.length + 1)).replaceAll(/\\([`\\])/g, '$1'));
  writer.mark(fence === '```' ? 'pre' : 'code', offset, language === undefined ? {} : { language });
  cursor.at = end + fence.length;
  return true;
}

function link(cursor: Cursor): boolean {
  const { source, at, open, writer } = cursor;
  const opening = source.startsWith('![', at) ? '![' : '[';
  if (source.startsWith(opening, at)) {
    open.push({ mark: '[', at, offset: writer.length() });
    cursor.at += opening.length;
    return true;
  }
  if (source[at] !== ']' || open.at(-1)?.mark !== '[') return false;
  const address = /^\]\(((?:\\.|[^\\)])*)\)/s.exec(source.slice(at));
  const last = open.pop();
  if (address === null || last === undefined) throw endless(cursor, '[', last?.at ?? at);
  const url = (address[1] ?? '').replaceAll(/\\(.)/gs, '$1');
  if (URL.canParse(url)) writer.mark('text_link', last.offset, { url });
  cursor.at += address[0].length;
  return true;
}

function quote(cursor: Cursor): boolean {
  const { source, at, open, writer } = cursor;
  const isLineStart = at === 0 || source[at - 1] === '\n';
  if (!isLineStart) return false;
  if (source[at] !== '>') {
    endQuote(cursor);
    return false;
  }
  if (open.at(-1)?.mark !== '>') open.push({ mark: '>', at, offset: writer.length() });
  cursor.at += 1;
  return true;
}

function endQuote({ open, writer }: Cursor): void {
  if (open.at(-1)?.mark !== '>') return;
  writer.mark('blockquote', open.pop()?.offset ?? 0);
}

function mark(cursor: Cursor): boolean {
  const { source, at, open, writer } = cursor;
  const symbol = marks.find((each) => source.startsWith(each, at));
  if (symbol === undefined) return false;
  const last = open.at(-1);
  if (last?.mark === symbol) {
    open.pop();
    writer.mark(types[symbol]?.type ?? symbol, last.offset);
  } else {
    open.push({ mark: symbol, at, offset: writer.length() });
  }
  cursor.at += symbol.length;
  return true;
}

function plain(cursor: Cursor): void {
  const character = cursor.source.charAt(cursor.at);
  if (reserved.test(character)) {
    throw new FormatError(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
  }
  cursor.writer.write(character);
  cursor.at += 1;
}
