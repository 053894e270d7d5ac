import { createHash, randomBytes } from 'node:crypto';

export type Random = { bytes(count: number): Uint8Array };

const poolBytes = 4096;
let pool = Buffer.alloc(0);

/** Cut from a pool that is filled by the thousand, because every request wants a few; no byte is handed out twice. */
export const secureRandom: Random = {
  bytes: (count) => {
    if (pool.length < count) pool = randomBytes(Math.max(poolBytes, count));
    const bytes = pool.subarray(0, count);
    pool = pool.subarray(count);
    return bytes;
  },
};

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

/** Names one acquisition of a claim, never who holds it. */
export function claimToken(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
