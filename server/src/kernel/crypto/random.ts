import { createHash, randomBytes } from 'node:crypto';

export type Random = { bytes(count: number): Uint8Array };

const poolBytes = 4096;
let pool = Buffer.alloc(0);

/** Cuts from a pool: every request needs a few bytes, and system calls are slow. No byte is used twice. */
export const secureRandom: Random = {
  bytes: (count) => {
    if (pool.length < count) pool = randomBytes(Math.max(poolBytes, count));
    const bytes = pool.subarray(0, count);
    pool = pool.subarray(count);
    return bytes;
  },
};

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

/** Identifies one claim, not the worker that holds it. */
export function claimToken(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
