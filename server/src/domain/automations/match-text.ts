import { foldText, wordsOf } from '../../kernel/text/search-text.ts';
import { createPhraseSearch, preparePhrase, type Phrase } from './contains-phrase.ts';
import { createWordSearch, prepareFuzzyWord, type FuzzyWord } from './similar-words.ts';

type MatchMode = 'contains' | 'word' | 'exact';

type Rules = {
  keywords: readonly string[];
  excludeKeywords: readonly string[];
  matchMode: MatchMode;
  typoTolerance: boolean;
};

/** `keyword`: the first match; null without a match, or without keywords, when everything matches. */
type Match = { matches: boolean; keyword: string | null; excludedBy: string | null };

type PreparedText = {
  contains: (phrase: Phrase) => boolean;
  equals: (phrase: Phrase) => boolean;
  hasWords: (words: readonly FuzzyWord[]) => boolean;
};

export type PreparedRules = {
  keywords: readonly Keyword[];
  excludeKeywords: readonly Keyword[];
  matchMode: MatchMode;
};

type Keyword = { keyword: string; phrase: Phrase; words: readonly FuzzyWord[] };

/** Comments are shorter on every platform: 2,200 characters of two units each. */
const textLengthMax = 4400;
const wordsMax = 400;

export function prepareText(text: string): PreparedText {
  const start = text.slice(0, textLengthMax);
  // Folding can lengthen a text.
  const phrase = foldPhrase(start).slice(0, textLengthMax);
  const words = wordsOf(start).slice(0, wordsMax);
  const positions = Map.groupBy(words.keys(), (position) => words[position] ?? '');
  const similarTo = createWordSearch(words);
  const followsAt = (position: number, next: FuzzyWord): boolean =>
    similarTo(next).some((word) => word === words[position]);
  return {
    contains: createPhraseSearch(phrase),
    equals: ({ text: other }) => phrase === other,
    hasWords: ([first, ...others]) =>
      first !== undefined &&
      similarTo(first).some((word) =>
        positions.get(word)?.some((position) => others.every((next, index) => followsAt(position + index + 1, next))),
      ),
  };
}

/** Excluded words need the exact spelling: `prize` must not exclude `price`. */
export function prepareRules({ keywords, excludeKeywords, matchMode, typoTolerance }: Rules): PreparedRules {
  return {
    keywords: keywords.map((keyword) => prepareKeyword(keyword, typoTolerance)),
    excludeKeywords: excludeKeywords.map((keyword) => prepareKeyword(keyword, false)),
    matchMode,
  };
}

export function isUsableKeyword(keyword: string, matchMode: MatchMode): boolean {
  return matchMode === 'word' ? wordsOf(keyword).length > 0 : foldPhrase(keyword) !== '';
}

export function matchText({ keywords, excludeKeywords, matchMode }: PreparedRules, text: PreparedText): Match {
  const isMatching = (keyword: Keyword): boolean => isKeywordOf[matchMode](text, keyword);
  const excludedBy = excludeKeywords.find(isMatching)?.keyword ?? null;
  const keyword = keywords.find(isMatching)?.keyword ?? null;
  return { matches: excludedBy === null && (keyword !== null || keywords.length === 0), keyword, excludedBy };
}

const isKeywordOf: Readonly<Record<MatchMode, (text: PreparedText, keyword: Keyword) => boolean>> = {
  contains: (text, { phrase }) => text.contains(phrase),
  exact: (text, { phrase }) => text.equals(phrase),
  word: (text, { words }) => text.hasWords(words),
};

function foldPhrase(text: string): string {
  return foldText(text).replaceAll(/\s+/gv, ' ').trim();
}

function prepareKeyword(keyword: string, typoTolerance: boolean): Keyword {
  const words = wordsOf(keyword).map((word) => prepareFuzzyWord(word, typoTolerance));
  return { keyword, phrase: preparePhrase(foldPhrase(keyword)), words };
}
