/** Readers take these for accents or styles, but vowel signs of Thai or Hindi for letters. */
const accents = /[\p{Script=Inherited}&&\p{Mn}]|[\p{Script=Hebrew}&&\p{Mn}]/gv;
/** Voiced sound marks make another letter. */
const kanaMarks = /[\u3099\u309a]/v;
/** Unicode does not decompose letters with a stroke. */
const strokes: ReadonlyMap<string, string> = new Map([
  ['Đ', 'D'],
  ['Ħ', 'H'],
  ['Ł', 'L'],
  ['Ø', 'O'],
  ['Ŧ', 'T'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
]);

/** Ignores case, accents and Unicode form. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(accents, (mark) => (kanaMarks.test(mark) ? mark : ''))
      // Upper case has one form of ß, ς and ı.
      .toUpperCase()
      .replaceAll(/[ĐĦŁØŦÆŒ]/gv, (letter) => strokes.get(letter) ?? letter)
      .normalize('NFKC')
  );
}

const tokenPattern = /\p{RGI_Emoji}|\p{Extended_Pictographic}|[\p{L}\p{M}\p{N}]+/gv;

export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(tokenPattern), ([token]) => foldText(token)).filter((token) => token !== '');
}

export function tokensOf(text: string): string[] {
  return [...new Set(wordsOf(text))];
}

/** A text that contains another contains all its pairs. */
export function bigramsOf(foldedText: string): string[] {
  const characters = [...foldedText];
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}
