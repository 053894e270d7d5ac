import { loadWhenNeeded } from '../../kernel/load-when-needed.ts';
import type { TextUnit } from '../adapter.ts';

const graphemesLengthMax = 10_000;
const emojiLengthMax = 5000;

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  utf16: (text) => text.length,
  characters: (text) => [...text].length,
  graphemes: (text) => {
    // Whole families of emoji take 25 units: what is longer on average is no text that anybody reads.
    if (text.length > graphemesLengthMax) return [...text].length;
    return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
  },
  bytes: (text) => Buffer.byteLength(text),
  emojiBytes: (text) => {
    // No character counts less than one, so this is too long for any platform; finding the emoji would only cost time.
    if (text.length > emojiLengthMax) return [...text].length;
    const plain = text.replaceAll(/\p{RGI_Emoji}/gv, '');
    return Buffer.byteLength(text) - Buffer.byteLength(plain) + [...plain].length;
  },
  weighted: (text) => weigh(text),
};

/** What each unit is called where a text is too long. */
export const unitNames: Readonly<Record<TextUnit, string>> = {
  characters: 'Characters of text',
  utf16: 'UTF-16 units of text',
  graphemes: 'Graphemes of text',
  bytes: 'Bytes of text',
  emojiBytes: 'Characters of text (an emoji counts its bytes)',
  weighted: 'Weighted characters of text (a link is 23, an emoji 2)',
};

export function textLength(text: string, unit: TextUnit): number {
  return counters[unit](text);
}

type TwitterText = { parseTweet(text: string): { weightedLength: number } };

/** Most people never post there. */
const twitterText = loadWhenNeeded<TwitterText>('twitter-text');

/** The parser's time grows with the square of a text that looks like links, so it is never given more than this. */
const weighedLengthMax = 1000;
/** A link weighs the same however long it is. */
const longLink = /(https?:\/\/\S{90})\S+/gi;

let weighed = { text: '', weight: 0 };

/** The same text is often measured for several accounts in turn. */
function weigh(text: string): number {
  if (text === weighed.text) return weighed.weight;
  const short = text.replaceAll(longLink, '$1');
  // Far beyond what X takes: the exact weight no longer matters.
  const weight = short.length > weighedLengthMax ? short.length : twitterText().parseTweet(short).weightedLength;
  weighed = { text, weight };
  return weight;
}
