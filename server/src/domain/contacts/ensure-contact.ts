import type { ContactRow } from '../../db/contact-rows.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { numberCaps } from '../plans/limits.ts';
import { insertChannels, selectChannelBy } from './channel-store.ts';
import { countContacts, insertContacts } from './contact-store.ts';
import { contactView } from './contact-view.ts';
import { newChannelRow, newContactRow } from './new-contact-rows.ts';

export type Person = { id: string; name?: string | undefined; username?: string | undefined };

type NewPerson = { account: StoredAccount; person: Person; source: ContactRow['source'] };

export async function findContactOf(
  ctx: TxCtx,
  { account, person }: Pick<NewPerson, 'account' | 'person'>,
): Promise<string | undefined> {
  const key = { accountId: account.id, platformIdentifier: person.id };
  return (await selectChannelBy(ctx.db, scopeOf(ctx.caller), key))?.contactId;
}

/**
 * Returns null if the user has as many contacts as allowed. Locks the owner after the conversation, which nobody locks while
 * the owner is locked.
 */
export async function ensureContact(ctx: TxCtx, newPerson: NewPerson): Promise<string | null> {
  const contactId = await findContactOf(ctx, newPerson);
  if (contactId !== undefined) return contactId;
  await lockOwner(ctx);
  const concurrentId = await findContactOf(ctx, newPerson);
  if (concurrentId !== undefined) return concurrentId;
  if ((await countContacts(ctx.db, scopeOf(ctx.caller))) >= numberCaps.contacts) return null;
  return await createContactOf(ctx, newPerson);
}

const nameLengthMax = 200;

async function createContactOf(ctx: TxCtx, { account, person, source }: NewPerson): Promise<string> {
  const { profileId, platform, id: accountId } = account;
  const name = (person.name ?? person.username ?? '').trim().slice(0, nameLengthMax);
  const fields = { name: name === '' ? person.id : name };
  const row = newContactRow(ctx, { profileId, source, fields });
  await insertContacts(ctx.db, [row]);
  const channel = { accountId, platform, platformIdentifier: person.id, displayIdentifier: person.username ?? null };
  await insertChannels(ctx.db, [newChannelRow(ctx, row, channel)]);
  const data = { contact: contactView(row), profileIds: [profileId] };
  emit(ctx, { type: 'contact.created', resourceId: row.id, data });
  return row.id;
}
