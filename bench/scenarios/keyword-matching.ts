import { matchText, prepareRules, prepareText } from '../../server/src/domain/automations/match-text.ts';
import type { FigureScenario } from '../scenario.ts';

const automations = 100;
const keywords = 50;
const textLength = 2200;

export const keywordMatching: FigureScenario = {
  kind: 'figure',
  name: 'keyword-matching',
  about:
    'The 99th percentile of matching a comment of 2,200 characters with 100 automations of 50 keywords and 50 excluded ones; half of the comments are adversarial.',
  unit: 'ms',
  figureMax: 20,
  herald: async (_stage, { restSeconds }) => {
    const comments = restSeconds < 5 ? 80 : 1000;
    const random = createRandom();
    const sets = kinds.map(({ matchMode, keyword, text }) => ({
      rules: Array.from({ length: automations }, () =>
        prepareRules({
          matchMode,
          typoTolerance: matchMode === 'word',
          keywords: Array.from({ length: keywords }, () => keyword(random)),
          excludeKeywords: Array.from({ length: keywords }, () => keyword(random)),
        }),
      ),
      texts: Array.from({ length: comments / kinds.length }, () => fill(() => text(random))),
    }));
    const times = sets.flatMap(({ rules, texts }) =>
      texts.map((text) => {
        const startedMs = performance.now();
        const prepared = prepareText(text);
        for (const one of rules) matchText(one, prepared);
        return performance.now() - startedMs;
      }),
    );
    return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0;
  },
  floor: null,
};

type Random = (below: number) => number;
type Kind = { matchMode: 'contains' | 'word'; keyword: (random: Random) => string; text: (random: Random) => string };

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (random: Random, length: number, from = letters): string =>
  Array.from({ length }, () => from[random(from.length)]).join('');

const kinds: readonly Kind[] = [
  { matchMode: 'contains', keyword: (random) => word(random, 8), text: (random) => `${word(random, 5)} ` },
  { matchMode: 'word', keyword: (random) => word(random, 6), text: (random) => `${word(random, 6)} ` },
  { matchMode: 'word', keyword: (random) => word(random, 10), text: (random) => `${word(random, 9)} ` },
  { matchMode: 'word', keyword: (random) => `Ä${word(random, 5)}`, text: (random) => `ä${word(random, 5)}é ` },
  { matchMode: 'contains', keyword: (random) => `${'a'.repeat(98)}${word(random, 2)}`, text: () => 'a'.repeat(100) },
  {
    matchMode: 'contains',
    keyword: (random) => `${word(random, 2)}${'a'.repeat(98)}`,
    text: () => `b${'a'.repeat(97)}`,
  },
  { matchMode: 'word', keyword: (random) => word(random, 7, 'abc'), text: (random) => `${word(random, 5, 'abc')}zz ` },
  {
    matchMode: 'word',
    keyword: (random) => word(random, 9, 'abcd'),
    text: (random) => `xy${word(random, 7, 'abcd')} `,
  },
];

function fill(next: () => string): string {
  let text = '';
  while (text.length < textLength) text += next();
  return text.slice(0, textLength);
}

/** The same numbers in every run. */
function createRandom(): Random {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
