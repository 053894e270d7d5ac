import type { TxCtx } from '../context.ts';
import { newProfileRow } from './new-profile-row.ts';
import { insertProfile } from './profile-store.ts';

export async function createFirstProfile(ctx: TxCtx): Promise<void> {
  await insertProfile(ctx.db, { ...newProfileRow(ctx, { name: 'Default' }), isDefault: true });
}
