import type { Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';

export async function lockOwnerRow(db: Tx, scope: Scope): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', scope.ownerId).forNoKeyUpdate().execute();
}
