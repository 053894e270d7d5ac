import { seededRandom } from '../src/kernel/random.ts';
import type { SealKeys } from '../src/kernel/seal-keys.ts';

export const testSealKeys: SealKeys = [{ id: 'test', secret: Buffer.from(seededRandom('seal').bytes(32)) }];
