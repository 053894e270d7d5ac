import { SealBroken, type Sealer } from '../../kernel/crypto/seal.ts';
import { StartFault } from '../../kernel/start-fault.ts';
import type { Ctx } from '../context.ts';
import { findSentinel, insertSentinel, replaceSentinel } from './vault-store.ts';

const text = 'herald';
const sealContext = { table: 'vault_sentinel', row: 'only', column: 'sealed', owner: '' };

export async function hasVault(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await findSentinel(ctx.db)) !== undefined;
}

export async function checkVault(ctx: Pick<Ctx, 'db' | 'clock'>, sealer: Sealer): Promise<void> {
  if (!(await hasVault(ctx))) {
    await insertSentinel(ctx.db, { sealed: sealer.seal(text, sealContext), createdAt: ctx.clock.now() });
  }
  requireOpens(sealer, (await findSentinel(ctx.db)) ?? '');
}

export function requireOpens(sealer: Sealer, sealed: string): void {
  try {
    if (sealer.open(sealed, sealContext) === text) return;
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new StartFault(
      `The configured keys cannot decrypt the secrets in the database: ${error.message}. ` +
        'Set HERALD_TOKEN_KEYS (or restore the key file of the data folder) to the keys they were sealed with.',
    );
  }
}

/** The last step of a rotation: old keys are not needed any more. */
export async function resealSentinel({ db, sealer }: Pick<Ctx, 'db' | 'sealer'>): Promise<void> {
  const from = (await findSentinel(db)) ?? '';
  await replaceSentinel(db, { from, to: sealer.seal(sealer.open(from, sealContext), sealContext) });
}
