import type { Call } from '../../core/platform.ts';

const epochMs = 1_288_834_974_657n;

type Tools = { readonly clock: Pick<Call['clock'], 'now'>; readonly random: Call['random'] };

/** IDs grow with time, beyond the safe integers. */
export function snowflake({ clock, random }: Tools): string {
  const noise = BigInt(random.bytes(3).readUIntBE(0, 3) & 0x3f_ffff);
  return String(((BigInt(clock.now()) - epochMs) << 22n) + noise);
}
