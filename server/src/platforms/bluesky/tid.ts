import type { BlueskyCall } from './call.ts';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const length = 13;

/** 53 bits of microseconds, then 10 random bits, so that keys sort by time. */
export function newTid({ clock, random }: Pick<BlueskyCall, 'clock' | 'random'>): string {
  const chance = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0);
  const microseconds = BigInt(clock.now().getTime()) * 1000n + BigInt((chance >>> 10) % 1000);
  return encode((microseconds << 10n) | BigInt(chance & 1023));
}

function encode(value: bigint): string {
  return Array.from({ length }, (_, index) => alphabet[Number((value >> BigInt(5 * (length - 1 - index))) & 31n)]).join(
    '',
  );
}
