import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { deleteContactRow, lockContact } from './contact-store.ts';
import { contactView } from './contact-view.ts';
import { requireContact } from './require-contact.ts';

export async function deleteContact(ctx: Ctx, contactId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    // Of two concurrent deletions, the second finds nothing.
    await lockContact(ctx.db, scope, contactId);
    const row = await requireContact(ctx, contactId);
    await deleteContactRow(ctx.db, scope, contactId);
    const data = { contact: contactView(row), profileIds: [row.profileId] };
    emit(ctx, { type: 'contact.deleted', resourceId: contactId, data });
    await takeHourlyCap(ctx, 'contact.delete');
  });
}
