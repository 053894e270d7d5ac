import { loadWhenNeeded } from '../../kernel/load-when-needed.ts';
import type { TextUnit } from '../adapter.ts';

const graphemesLengthMax = 10_000;
const emojiLengthMax = 5000;

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  utf16: (text) => text.length,
  characters: (text) => [...text].length,
  graphemes: (text) => {
    // The longest emoji sequences take 25 units; nobody reads a text that is longer on average.
    if (text.length > graphemesLengthMax) return [...text].length;
    return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
  },
  bytes: (text) => Buffer.byteLength(text),
  emojiBytes: (text) => {
    // Too long anyway, since no character counts less than one; finding its emoji would only cost time.
    if (text.length > emojiLengthMax) return [...text].length;
    const plain = text.replaceAll(/\p{RGI_Emoji}/gv, '');
    return Buffer.byteLength(text) - Buffer.byteLength(plain) + [...plain].length;
  },
  weighted: (text) => weigh(text),
};

export const unitNames: Readonly<Record<TextUnit, string>> = {
  characters: 'characters',
  utf16: 'UTF-16 units',
  graphemes: 'graphemes',
  bytes: 'bytes',
  emojiBytes: 'characters (an emoji counts as its bytes)',
  weighted: 'weighted characters (a link counts as 23, an emoji as 2)',
};

export function textLength(text: string, unit: TextUnit): number {
  return counters[unit](text);
}

type ParseTweet = (text: string) => { weightedLength: number };

/** Loaded on first use, because many installations never post to X. The whole package would take twice as long. */
const loadParser = loadWhenNeeded<ParseTweet>('twitter-text/dist/parseTweet.js');

/** The parser takes quadratic time for text that looks like links. */
const weighedLengthMax = 1000;
/** A link has the same weight whatever its length. */
const longLink = /(https?:\/\/\S{90})\S+/gi;

let weighed = { text: '', weight: 0 };

/** Caches the last text, which is often measured for several accounts in a row. */
function weigh(text: string): number {
  if (text === weighed.text) return weighed.weight;
  const short = text.replaceAll(longLink, '$1');
  // Far above X's limit, so the exact weight does not matter.
  const weight = short.length > weighedLengthMax ? short.length : loadParser()(short).weightedLength;
  weighed = { text, weight };
  return weight;
}
