import { createHash, randomBytes } from 'node:crypto';

export type Random = { bytes(count: number): Uint8Array };

export const secureRandom: Random = { bytes: (count) => randomBytes(count) };

/** The same seed gives the same bytes: SHA-256 over seed and counter. For tests only. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  return {
    bytes: (count) => {
      const blocks: Buffer[] = [];
      for (let have = 0; have < count; have += 32) {
        blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest());
      }
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
}
