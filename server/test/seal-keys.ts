import { seededRandom } from '../src/kernel/crypto/random.ts';
import type { SealKeys } from '../src/kernel/crypto/seal-keys.ts';

export const testSealKeys: SealKeys = [{ id: 'test', secret: Buffer.from(seededRandom('seal').bytes(32)) }];
