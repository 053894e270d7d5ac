import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './herald.ts';

export function runnableBlocks(file: string): string[] {
  const text = readFileSync(join(checkout, file), 'utf8');
  return [...text.matchAll(/^```sh runnable\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
}
