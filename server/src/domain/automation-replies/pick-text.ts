import type { Random } from '../../kernel/crypto/random.ts';

export function pickText(random: Random, text: string, variations: readonly string[]): string {
  const [byte = 0] = random.bytes(1);
  return [text, ...variations][byte % (variations.length + 1)] ?? text;
}
