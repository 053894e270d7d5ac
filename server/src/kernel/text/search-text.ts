/** Combining marks that a reader takes for accents, points or styles; vowel signs of Thai or Hindi are letters to them. */
const accents = /[\p{Script=Inherited}&&\p{Mn}]|[\p{Script=Hebrew}&&\p{Mn}]/gv;
/** The voiced sound marks of kana, which make another letter. */
const kanaMarks = /[\u3099\u309a]/v;
/** Letters with a stroke have no decomposition in Unicode. */
const strokes: ReadonlyMap<string, string> = new Map([
  ['Đ', 'D'],
  ['Ħ', 'H'],
  ['Ł', 'L'],
  ['Ø', 'O'],
  ['Ŧ', 'T'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
]);

/** A form in which texts are equal that differ in case, accents and Unicode form only. */
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

/** The words and emoji of a text, folded, in their order. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(tokenPattern), ([token]) => foldText(token)).filter((token) => token !== '');
}

/** The same, each once. */
export function tokensOf(text: string): string[] {
  return [...new Set(wordsOf(text))];
}

/** All pairs of neighbouring characters: a text that contains another contains its pairs. */
export function bigramsOf(foldedText: string): string[] {
  const characters = [...foldedText];
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}
