import { errorCatalogue, errorPagePath } from '../response/error-catalogue.ts';
import { guidePath, type Guide } from './guides.ts';

export type Match = { title: string; url: string; excerpt: string };

const matchesMax = 50;
const excerptLength = 160;

/** Matches all words; those with the words in their heading come first. */
export function searchGuides(all: readonly Guide[], query: string): Match[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return [];
  const sections = all.flatMap(({ name, title, sections: parts }) =>
    parts.map(({ heading, anchor, text }) => {
      const shown = heading === title ? title : `${title}: ${heading}`;
      return { title: shown, url: `${guidePath(name)}#${anchor}`, text };
    }),
  );
  const errors = errorCatalogue().map(({ code, value, when }) => {
    return { title: `Error: ${value.replaceAll('`', '')}`, url: `${errorPagePath}#${code}`, text: `${code} ${when}` };
  });
  const contains = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const matches = [...sections, ...errors].filter(({ title, text }) => contains(`${title}\n${text}`));
  const byTitle = matches.toSorted((a, b) => Number(contains(b.title)) - Number(contains(a.title)));
  return byTitle.slice(0, matchesMax).map(({ title, url, text }) => ({ title, url, excerpt: excerptOf(text, words) }));
}

function excerptOf(text: string, [word = '']: readonly string[]): string {
  const plain = text
    .replaceAll(/[`*|#]|\]\([^)]*\)|\[|-{3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const at = Math.max(0, plain.toLowerCase().indexOf(word) - excerptLength / 4);
  return `${at === 0 ? '' : '…'}${plain.slice(at, at + excerptLength)}${at + excerptLength < plain.length ? '…' : ''}`;
}
