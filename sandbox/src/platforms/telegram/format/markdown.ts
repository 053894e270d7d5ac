import { byteOffset, createWriter, FormatError, type Formatted } from './entity.ts';

const types: Readonly<Record<string, string>> = { '*': 'bold', _: 'italic', '`': 'code', '```': 'pre' };

/** No nesting, and only `_ * [` and backquotes can be escaped. */
export function parseMarkdown(source: string): Formatted {
  const writer = createWriter();
  for (let at = 0; at < source.length;) {
    const escaped = /^\\([_*`[])/.exec(source.slice(at, at + 2));
    const mark = markAt(source, at);
    if (escaped !== null) {
      writer.write(escaped[1] ?? '');
      at += 2;
    } else if (mark === undefined) {
      writer.write(source.charAt(at));
      at += 1;
    } else {
      at = mark === '[' ? link(source, at, writer) : span(source, at, mark, writer);
    }
  }
  return writer.done();
}

function markAt(source: string, at: number): string | undefined {
  return ['```', '*', '_', '`', '['].find((mark) => source.startsWith(mark, at));
}

function span(source: string, at: number, mark: string, writer: ReturnType<typeof createWriter>): number {
  const end = source.indexOf(mark, at + mark.length);
  if (end === -1) throw endless(source, at);
  const offset = writer.length();
  writer.write(source.slice(at + mark.length, end));
  writer.mark(types[mark] ?? mark, offset);
  return end + mark.length;
}

function link(source: string, at: number, writer: ReturnType<typeof createWriter>): number {
  const match = /^\[([^\]]*)\](?:\(([^)]*)\))?/.exec(source.slice(at));
  if (match === null) throw endless(source, at);
  const [linkText, label = '', url = ''] = match;
  const offset = writer.length();
  writer.write(label);
  if (URL.canParse(url)) writer.mark('text_link', offset, { url });
  return at + linkText.length;
}

function endless(source: string, at: number): FormatError {
  return new FormatError(`Can't find end of the entity starting at byte offset ${byteOffset(source, at)}`);
}
