const reserved = /[\\|{}@[\]()<>#*_~]/g;

/** A sign, then letters, digits and underscores with a letter among them, not in the middle of a word or an address. */
const hashtag = /(?<![\p{L}\p{N}_&/\\#])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;

/**
 * The network's own format, in which an unescaped sign cuts the text off. Hashtags are written as it documents them,
 * since a mere sign need not become a link.
 */
export function toLittleText(text: string): string {
  let end = 0;
  let little = '';
  for (const found of text.matchAll(hashtag)) {
    little += escape(text.slice(end, found.index));
    little += `{hashtag|\\#|${escape(found[1] ?? '')}}`;
    end = found.index + found[0].length;
  }
  return little + escape(text.slice(end));
}

function escape(text: string): string {
  return text.replaceAll(reserved, '\\$&');
}

const element = /\\(.)|\{hashtag\|\\?[#＃]\|((?:\\.|[^|}])*)\}|@\[((?:\\.|[^\]])*)\]\([^)]*\)/gsu;

/** As people read it. */
export function fromLittleText(little: string): string {
  return little.replaceAll(element, (_whole, sign?: string, tag?: string, name?: string) => {
    if (sign !== undefined) return sign;
    return tag === undefined ? fromLittleText(name ?? '') : `#${fromLittleText(tag)}`;
  });
}
