import type { Command } from 'commander';
import { rotateKeys, type Rotation } from '../domain/vault/rotate-keys.ts';
import { jsonOption, print, reportProgress } from './output.ts';
import { withHerald } from './with-herald.ts';

export function addRotateKeys(parent: Command): void {
  parent
    .command('rotate-keys')
    .description('encrypt every secret again with the first key of HERALD_TOKEN_KEYS; Herald may be running')
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      const report = (resealed: number): void => reportProgress(`${resealed} rows encrypted again`);
      const rotation = await withHerald('rotate-keys', (systemCtx) => rotateKeys(systemCtx, report));
      print(rotation, { json }, textOf(rotation));
    });
}

function textOf({ keyId, resealed, sealedBy }: Rotation): string {
  const others = Object.keys(sealedBy).filter((key) => key !== keyId);
  return [
    `${resealed} rows encrypted again; the key ${keyId} now encrypts ${sealedBy[keyId] ?? 0} values`,
    others.length === 0
      ? 'No other key is needed: remove the others from HERALD_TOKEN_KEYS of every process, then restart them'
      : `Still needed: ${others.map((key) => `${key} (${sealedBy[key] ?? 0})`).join(', ')}. Run this command again`,
  ].join('\n');
}
