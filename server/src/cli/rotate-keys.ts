import type { Command } from 'commander';
import { rotateKeys, type Rotation } from '../domain/vault/rotate-keys.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addRotateKeys(parent: Command): void {
  parent
    .command('rotate-keys')
    .description('seal every secret anew under the first of HERALD_TOKEN_KEYS, beside a running server')
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      const tell = (resealed: number): void => void process.stderr.write(`${resealed} sealed anew\n`);
      const rotation = await withHerald('rotate-keys', (world) => rotateKeys(world, tell));
      print(rotation, { json }, textOf(rotation));
    });
}

function textOf({ keyId, resealed, sealedBy }: Rotation): string {
  const others = Object.keys(sealedBy).filter((key) => key !== keyId);
  return [
    `${resealed} rows sealed anew; the key ${keyId} now seals ${sealedBy[keyId] ?? 0} texts`,
    others.length === 0
      ? 'No other key is needed any more: remove the others from HERALD_TOKEN_KEYS on every process, then restart them'
      : `Still needed: ${others.map((key) => `${key} (${sealedBy[key] ?? 0})`).join(', ')}. Run this again`,
  ].join('\n');
}
