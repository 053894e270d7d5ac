const reserved = '|{}@[]()<>#*_~\\';

type Element = { readonly length: number; readonly text: string };

/**
 * Undefined when a reserved character is neither escaped nor part of a mention or hashtag; LinkedIn silently cuts off
 * such a text.
 */
export function readLittleText(source: string): string | undefined {
  let text = '';
  for (let at = 0; at < source.length;) {
    const element = elementAt(source.slice(at));
    if (element === undefined) return undefined;
    text += element.text;
    at += element.length;
  }
  return text;
}

function elementAt(rest: string): Element | undefined {
  const first = rest.charAt(0);
  if (!reserved.includes(first)) return { length: 1, text: first };
  if (first === '\\') return escaped(rest);
  return mention(rest) ?? hashtag(rest) ?? hashtagTemplate(rest);
}

function escaped(rest: string): Element | undefined {
  const second = rest.charAt(1);
  return second !== '' && reserved.includes(second) ? { length: 2, text: second } : undefined;
}

const escapedText = String.raw`((?:[^|{}@[\]()<>#*_~\\]|\\[|{}@[\]()<>#*_~\\])+)`;
const mentionPattern = new RegExp(String.raw`^@\[${escapedText}\]\((urn:li:(?:person|organization):[\w-]+)\)`);
const templatePattern = new RegExp(String.raw`^\{hashtag\|\\?([#＃])\|${escapedText}\}`);

function mention(rest: string): Element | undefined {
  const match = mentionPattern.exec(rest);
  return match === null ? undefined : { length: match[0].length, text: plain(match[1]) };
}

function hashtag(rest: string): Element | undefined {
  const match = /^#[\p{L}\p{N}]+/u.exec(rest);
  return match === null ? undefined : { length: match[0].length, text: match[0] };
}

function hashtagTemplate(rest: string): Element | undefined {
  const match = templatePattern.exec(rest);
  return match === null ? undefined : { length: match[0].length, text: `${match[1] ?? '#'}${plain(match[2])}` };
}

const plain = (text = ''): string => text.replaceAll(/\\(.)/gs, '$1');
