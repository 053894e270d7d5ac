import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Contact, UpdateContact } from '../../schemas/contact.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { checkContactFields, contactColumns } from './contact-columns.ts';
import { selectContactsBy, updateContactRow } from './contact-store.ts';
import { contactView } from './contact-view.ts';
import { requireContact } from './require-contact.ts';

type Input = { contactId: string; changes: UpdateContact };

export async function updateContact(ctx: Ctx, { contactId, changes }: Input): Promise<Contact> {
  if (Object.keys(changes).length === 0) {
    throw new AppError('validation', 'Send at least one field to change', { param: null });
  }
  checkContactFields(ctx, changes);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const scope = scopeOf(ctx.caller);
    const row = await requireContact(ctx, contactId);
    const columns = { ...contactColumns(changes, row), updatedAt: ctx.clock.now() };
    const { profileId } = row;
    const { email } = columns;
    const sameEmail =
      email === null ? [] : await selectContactsBy(ctx.db, scope, { profileId, emails: [email], ids: [] });
    if (sameEmail.some(({ id }) => id !== contactId)) {
      throw new AppError('duplicateContact', 'Another contact of this profile has the email');
    }
    await updateContactRow(ctx.db, scope, { id: contactId, changes: columns });
    const contact = contactView({ ...row, ...columns });
    emit(ctx, { type: 'contact.updated', resourceId: contactId, data: { contact, profileIds: [profileId] } });
    await takeHourlyCap(ctx, 'contact.update');
    return contact;
  });
}
