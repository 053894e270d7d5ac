import type { Call } from '../../core/platform.ts';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';

export const isTid = (text: string): boolean => /^[2-7a-j][2-7a-z]{12}$/.test(text);

type Tools = { readonly clock: Pick<Call['clock'], 'now'>; readonly random: Call['random'] };

/** Microseconds and a clock ID; sorts by time. */
export function newTid({ clock, random }: Tools): string {
  const noise = BigInt(random.bytes(4).readUInt32BE());
  const micros = BigInt(clock.now()) * 1000n + (noise % 1000n);
  const value = (micros << 10n) | (noise >> 22n);
  return Array.from({ length: 13 }, (_, index) => BigInt((12 - index) * 5))
    .map((shift) => alphabet.charAt(Number((value >> shift) & 31n)))
    .join('');
}
