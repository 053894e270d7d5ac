const reserved = /[\\|{}@[\]()<>#*_~]/g;

/** Requires a letter, and does not match inside a word or URL. */
const hashtag = /(?<![\p{L}\p{N}_&/\\#])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;

/** An unescaped reserved character truncates the text, and a plain `#` is not always linked. */
export function toLittleText(text: string): string {
  let end = 0;
  let little = '';
  for (const match of text.matchAll(hashtag)) {
    little += escape(text.slice(end, match.index));
    little += `{hashtag|\\#|${escape(match[1] ?? '')}}`;
    end = match.index + match[0].length;
  }
  return little + escape(text.slice(end));
}

function escape(text: string): string {
  return text.replaceAll(reserved, '\\$&');
}

const element = /\\(.)|\{hashtag\|\\?[#＃]\|((?:\\.|[^|}])*)\}|@\[((?:\\.|[^\]])*)\]\([^)]*\)/gsu;

export function fromLittleText(little: string): string {
  return little.replaceAll(element, (_whole, sign?: string, tag?: string, name?: string) => {
    if (sign !== undefined) return sign;
    return tag === undefined ? fromLittleText(name ?? '') : `#${fromLittleText(tag)}`;
  });
}
