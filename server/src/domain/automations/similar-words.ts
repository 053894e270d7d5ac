/** Up to `distance` insertions, deletions or replacements. */
export type FuzzyWord = { word: string; distance: number; pieces: readonly string[] };

/** Longer words may have more typos. Lengths are in characters. */
export function prepareFuzzyWord(word: string, typoTolerance: boolean): FuzzyWord {
  const { length } = [...word];
  const distance = !typoTolerance || length < 4 ? 0 : length < 8 ? 1 : 2;
  return { word, distance, pieces: distance === 0 ? [] : piecesOf(word, cutsOf(word.length, distance), 0) };
}

/**
 * Cuts a word into one more piece than it may have typos, so that one piece is intact: only words with that piece are compared
 * letter by letter.
 */
export function createWordSearch(words: readonly string[]): (fuzzy: FuzzyWord) => readonly string[] {
  const distinct = [...new Set(words)];
  const known = new Set(distinct);
  const indexes = new Map<number, Map<string, string[]>>();
  const indexOf = ({ word: { length }, distance }: FuzzyWord): Map<string, string[]> => {
    const key = length * 3 + distance;
    const index = indexes.get(key) ?? indexPieces(distinct, length, distance);
    indexes.set(key, index);
    return index;
  };
  return (fuzzy) => {
    const { word, distance, pieces } = fuzzy;
    if (known.has(word)) return distance === 0 ? [word] : [word, ...search(indexOf(fuzzy), fuzzy)];
    return pieces.length === 0 ? [] : search(indexOf(fuzzy), fuzzy);
  };
}

function search(index: ReadonlyMap<string, readonly string[]>, { word, distance, pieces }: FuzzyWord): string[] {
  return pieces.flatMap((piece) => (index.get(piece) ?? []).filter((one) => isWithin(one, word, distance)));
}

function cutsOf(length: number, distance: number): readonly [from: number, to: number][] {
  const size = Math.floor(length / (distance + 1));
  return Array.from({ length: distance + 1 }, (_, n) => [n * size, n === distance ? length : (n + 1) * size]);
}

/** Begins with the piece's number, so that the start of one word is not taken for the end of another. */
function piecesOf(word: string, cuts: ReturnType<typeof cutsOf>, shift: number): string[] {
  return cuts.map(([from, to], n) => `${n}${word.slice(from + shift, to + shift)}`);
}

function indexPieces(words: readonly string[], length: number, distance: number): Map<string, string[]> {
  const cuts = cutsOf(length, distance);
  const index = new Map<string, string[]>();
  for (const word of words) {
    if (Math.abs(word.length - length) > distance) continue;
    for (const piece of shiftedPieces(word, cuts, word.length - length)) {
      const others = index.get(piece);
      if (others === undefined) index.set(piece, [word]);
      else others.push(word);
    }
  }
  return index;
}

/** No typo precedes the first piece or follows the last one. A middle piece can shift by one if another typo follows it. */
function shiftedPieces(word: string, cuts: ReturnType<typeof cutsOf>, excess: number): Set<string> {
  const last = cuts.length - 1;
  const atShift = (n: number, shift: number): string => piecesOf(word, cuts, shift)[n] ?? '';
  const inner = cuts.slice(1, -1).flatMap((_, n) => [-1, 0, 1].map((shift) => atShift(n + 1, shift)));
  return new Set([atShift(0, 0), ...inner, atShift(last, excess)]);
}

/** Takes linear time per distance, because it branches only where the words differ. */
export function isWithin(one: string, other: string, distance: number): boolean {
  if (Math.abs(one.length - other.length) > distance) return false;
  return isRestWithin(one, other, { from: 0, shift: 0, distance });
}

/** The rest of `other` begins `shift` characters after `from`. */
type Rest = { from: number; shift: number; distance: number };

function isRestWithin(one: string, other: string, { from, shift, distance }: Rest): boolean {
  let at = from;
  while (at < one.length && at + shift < other.length && one.charCodeAt(at) === other.charCodeAt(at + shift)) at += 1;
  const oneLeft = one.length - at;
  const otherLeft = other.length - at - shift;
  if (oneLeft === 0 || otherLeft === 0) return Math.max(oneLeft, otherLeft) <= distance;
  if (distance === 0) return false;
  const left = distance - 1;
  return (
    isRestWithin(one, other, { from: at + 1, shift, distance: left }) ||
    isRestWithin(one, other, { from: at + 1, shift: shift - 1, distance: left }) ||
    isRestWithin(one, other, { from: at, shift: shift + 1, distance: left })
  );
}
