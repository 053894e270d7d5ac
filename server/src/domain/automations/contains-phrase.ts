/**
 * A phrase is found by its first and last characters, as many as the largest power of two that fits: together they cover it.
 * Searching for the rarer of the two bounds the time for repetitive texts and phrases.
 */
export type Phrase = { text: string; size: number; start: string; end: string };

export function preparePhrase(text: string): Phrase {
  const size = 2 ** Math.floor(Math.log2(Math.max(text.length, 1)));
  return { text, size, start: text.slice(0, size), end: text.slice(text.length - size) };
}

export function createPhraseSearch(text: string): (phrase: Phrase) => boolean {
  const indexes = new Map<number, Map<string, number[]>>();
  const indexOf = (size: number): Map<string, number[]> => {
    const known = indexes.get(size);
    if (known !== undefined) return known;
    const index = indexPieces(text, size);
    indexes.set(size, index);
    return index;
  };
  return ({ text: phrase, size, start, end }) => {
    if (phrase.length > text.length) return false;
    const index = indexOf(size);
    const [starts, ends] = [index.get(start), index.get(end)];
    if (starts === undefined || ends === undefined) return false;
    if (starts.length <= ends.length) return starts.some((at) => text.startsWith(phrase, at));
    return ends.some((at) => text.endsWith(phrase, at + size));
  };
}

function indexPieces(text: string, size: number): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (let at = 0; at + size <= text.length; at += 1) {
    const piece = text.slice(at, at + size);
    const positions = index.get(piece);
    if (positions === undefined) index.set(piece, [at]);
    else positions.push(at);
  }
  return index;
}
