import type { ContactRow } from '../../db/contact-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { selectContact } from './contact-store.ts';

export async function requireContact(ctx: Ctx | TxCtx, contactId: string): Promise<ContactRow> {
  const contact = await selectContact(ctx.db, scopeOf(ctx.caller), contactId);
  if (contact === undefined) throw new AppError('contactNotFound', 'The contact does not exist');
  return contact;
}
