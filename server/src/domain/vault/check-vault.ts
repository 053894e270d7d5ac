import { SealBroken, type Sealer } from '../../kernel/crypto/seal.ts';
import { StartFault } from '../../kernel/start-fault.ts';
import type { Ctx } from '../context.ts';
import { findSentinel, insertSentinel, replaceSentinel } from './vault-store.ts';

const text = 'herald';
const place = { table: 'vault_sentinel', row: 'only', column: 'sealed', owner: '' };

/** Whether secrets have been sealed in this database before. */
export async function hasVault(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await findSentinel(ctx.db)) !== undefined;
}

/** Refuses keys that do not open what is sealed already; on a new database they become the ones that do. */
export async function checkVault(ctx: Pick<Ctx, 'db' | 'clock'>, sealer: Sealer): Promise<void> {
  if (!(await hasVault(ctx))) {
    await insertSentinel(ctx.db, { sealed: sealer.seal(text, place), createdAt: ctx.clock.now() });
  }
  requireOpens(sealer, (await findSentinel(ctx.db)) ?? '');
}

/** Throws unless the keys open this sentinel. */
export function requireOpens(sealer: Sealer, sealed: string): void {
  try {
    if (sealer.open(sealed, place) === text) return;
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new StartFault(
      `The secrets in the database cannot be opened with the keys given: ${error.message}. ` +
        'Set HERALD_TOKEN_KEYS (or restore the key file of the data folder) to the keys they were sealed with.',
    );
  }
}

/** The last step of a rotation: from here on the old keys open nothing that is needed. */
export async function resealSentinel({ db, sealer }: Pick<Ctx, 'db' | 'sealer'>): Promise<void> {
  const from = (await findSentinel(db)) ?? '';
  await replaceSentinel(db, { from, to: sealer.seal(sealer.open(from, place), place) });
}
