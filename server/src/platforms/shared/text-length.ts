import { loadWhenNeeded } from '../../kernel/load-when-needed.ts';
import type { TextUnit } from '../adapter.ts';

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  utf16: (text) => text.length,
  characters: (text) => [...text].length,
  graphemes: (text) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length,
  bytes: (text) => Buffer.byteLength(text),
  emojiBytes: (text) => {
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

function weigh(text: string): number {
  return twitterText().parseTweet(text).weightedLength;
}
