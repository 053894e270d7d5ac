import { globSync } from 'node:fs';

/** `npm test` runs `quick`, `npm run test:rest` runs `rest`. */
export type Tier = 'quick' | 'rest';

const isOfRest = (file: string): boolean => /\.(full|race)\.test\.ts$/.test(file);

export function testFiles(tier: Tier, words: readonly string[]): string[] {
  return globSync('{server,sandbox,pages,scripts,rel}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
    .filter((file) =>
      words.length === 0 ? isOfRest(file) === (tier === 'rest') : words.some((word) => file.includes(word)),
    )
    .sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}

/**
 * The sandbox comes first: it gives a refused upload five seconds to end, which a process that has run many files may exceed.
 * Suites over all routes and platforms start early, because they take longest.
 */
function rank(file: string): number {
  if (file.startsWith('sandbox/')) return 0;
  return file.startsWith('server/test/') ? 1 : 2;
}
