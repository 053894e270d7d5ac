import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from './config.ts';
import type { Random } from '../kernel/crypto/random.ts';
import { formatSealKey, parseSealKeys, type SealKeys } from '../kernel/crypto/seal-keys.ts';
import { StartFault } from '../kernel/start-fault.ts';

type Options = { secrets: Pick<Secrets, 'tokenKeys'>; dataFolder(): string; hasVault: boolean; random: Random };

export function loadTokenKeys({ secrets, dataFolder, hasVault, random }: Options): SealKeys {
  if (secrets.tokenKeys !== undefined) return secrets.tokenKeys;
  const file = join(dataFolder(), 'token-keys');
  if (existsSync(file)) return readKeyFile(file);
  if (hasVault) {
    throw new StartFault(
      `The database contains sealed secrets, but their key file ${file} is missing. Restore it from your backup, ` +
        'or set HERALD_TOKEN_KEYS to the keys they were sealed with.',
    );
  }
  makeKeyFile(file, random);
  return readKeyFile(file);
}

function makeKeyFile(file: string, random: Random): void {
  const key = { id: 'k1', secret: Buffer.from(random.bytes(32)) };
  try {
    writeFileSync(file, `${formatSealKey(key)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of the same first start created the file.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readKeyFile(file: string): SealKeys {
  const keys = parseSealKeys(readFileSync(file, 'utf8').trim());
  if (typeof keys !== 'string') return keys;
  throw new StartFault(`The key file ${file} ${keys}.`);
}
