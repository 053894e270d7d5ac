// Checks the vocabulary of docs/architecture.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const phrases: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/gi, 'again'],
  [/\ball the same\b/gi, 'anyway'],
  [/\bits kin\b/gi, 'similar'],
  [/\blies? elsewhere\b/gi, 'hosted elsewhere'],
  [/\bcomes? along\b/gi, 'ships with'],
  [/\b(?:go|goes|going|gone|went) out\b/gi, 'is published, is sent'],
  [/\b(?:is|was|are|were) out\b(?! of)/gi, 'is published'],
  [/\b(?:is|was|are|were) said\b/gi, 'is reported, is logged'],
  [/\btold\b|\btells? of\b/gi, 'reported, notified'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'convert, repair'],
  [/\bdeparted\b/gi, 'disconnected'],
  [/\bpurses?\b/gi, 'bucket'],
  [/\blies behind\b/gi, 'is after'],
  [/\bthe last word\b/gi, 'what decides'],
];

/** Also refused with a capital letter, as types. */
const names = new Map([
  ...each('said asked given wanted', 'input, request, draft or content'),
  ...each('made taken kept found whole', 'the noun, such as account or createdPosts'),
  ...each('answer answers answered', 'response, reply or result'),
  ...each('world network networks', 'the noun, such as fixture, systemCtx or platform'),
  ...each('told tell say', 'emit, report or notify'),
  ...each('gone departed', 'disconnected, deleted or closed'),
  ...each('place places', 'slot, fieldPath, sealContext, hostPort, baseUrl or csvTarget'),
  ...each('fingerprint saying sayings', 'contentHash'),
  ...each('networkPost networked', 'platformPost'),
  ...each('mend mended', 'conversion'),
  ...each('purse', 'bucket'),
  ...each('listRepeats', 'findDuplicates'),
  ...each('followTargets', 'syncPostStatus'),
  ...each('goOn', 'resumeTarget'),
  ...each('takeBack', 'revertIntent'),
  ...each('giveBack', 'revokeToken'),
]);
/** Files without a match are not parsed. */
const maybeDeclared = new RegExp(`(?<![\\w.'])(?:${[...names.keys()].join('|')})(?: of|\\s*[?:=,;<()}\\]])`, 'i');

// Decisions may quote, migrations never change, and this file is the list.
const exempt = /^(?:docs\/adr\/|server\/src\/db\/migrations\/|scripts\/check-words\.ts$)/;
const tracked = execFileSync('git', ['ls-files', '*.ts', '*.md', '*.sql', '*.html'], { encoding: 'utf8' });
const faults = tracked
  .split('\n')
  .filter((file) => file !== '' && !exempt.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const isParsed = file.endsWith('.ts') && maybeDeclared.test(text);
    const uses = [...phrasesIn(text), ...(isParsed ? namesIn(text) : [])];
    return uses.map(({ at, word, instead }) => `${file}:${lineAt(text, at)}: "${word}": write ${instead} instead`);
  });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function each(words: string, instead: string): [word: string, instead: string][] {
  return words.split(' ').map((word) => [word, instead]);
}

type Use = { at: number; word: string; instead: string };

function phrasesIn(text: string): Use[] {
  return phrases.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ index: at, 0: word }) => ({ at, word, instead })),
  );
}

/** Allows keys of object literals, which may be names of a protocol. */
function namesIn(text: string): Use[] {
  const source = ts.createSourceFile('', text, ts.ScriptTarget.Latest);
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) ? undefined : nameOf(node);
    const instead = name && names.get(name.text.slice(0, 1).toLowerCase() + name.text.slice(1));
    if (name && instead !== undefined) uses.push({ at: name.getStart(source), word: name.text, instead });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function nameOf(node: ts.Node): ts.Identifier | undefined {
  if (ts.isPropertyAccessExpression(node) || !('name' in node)) return undefined;
  const { name } = node as { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
