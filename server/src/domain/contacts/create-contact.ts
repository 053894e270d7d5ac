import { inTransaction } from '../../db/transaction.ts';
import type { ContactRow } from '../../db/contact-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Contact, ContactChannel, CreateContact } from '../../schemas/contact.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { numberCaps } from '../plans/limits.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { insertChannels, selectChannelBy } from './channel-store.ts';
import { checkContactFields } from './contact-columns.ts';
import { countContacts, insertContacts, selectContactsBy } from './contact-store.ts';
import { channelView, contactView } from './contact-view.ts';
import { newChannelRow, newContactRow, type NewChannel } from './new-contact-rows.ts';
import { requireChannelAccount } from './require-channel-account.ts';

type Created = { contact: Contact; channel?: ContactChannel; warning?: string };

export async function createContact(ctx: Ctx, input: CreateContact): Promise<Created> {
  checkContactFields(ctx, input);
  checkChannelFields(input);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    await requireProfile(ctx, input.profileId);
    const channel = await readChannel(ctx, input);
    const row = newContactRow(ctx, { profileId: input.profileId, source: 'api', fields: input });
    await checkUnique(ctx, row, channel);
    await requireRoom(ctx);
    await insertContacts(ctx.db, [row]);
    const channelRow = channel === undefined ? undefined : newChannelRow(ctx, row, channel);
    if (channelRow !== undefined) await insertChannels(ctx.db, [channelRow]);
    const contact = contactView(row);
    emit(ctx, {
      type: 'contact.created',
      resourceId: row.id,
      data: { contact, profileIds: [row.profileId] },
    });
    await takeHourlyCap(ctx, 'contact.create');
    const isIgnored = channelRow === undefined && input.displayIdentifier !== undefined;
    return {
      contact,
      ...(channelRow === undefined ? {} : { channel: channelView(channelRow) }),
      ...(isIgnored ? { warning: 'displayIdentifier was ignored: without accountId no channel is created' } : {}),
    };
  });
}

function checkChannelFields({ accountId, platformIdentifier, platform }: CreateContact): void {
  const isWanted = [accountId, platformIdentifier, platform].some((value) => value !== undefined);
  if (!isWanted || (accountId !== undefined && platformIdentifier !== undefined)) return;
  const param = accountId === undefined ? 'accountId' : 'platformIdentifier';
  throw new AppError('validation', 'A channel needs accountId and platformIdentifier', { param });
}

async function readChannel(ctx: TxCtx, input: CreateContact): Promise<NewChannel | undefined> {
  const { accountId, platformIdentifier, displayIdentifier = null } = input;
  if (accountId === undefined || platformIdentifier === undefined) return undefined;
  const { platform } = await requireChannelAccount(ctx, { accountId, profileId: input.profileId });
  if (platform !== (input.platform ?? platform)) {
    throw new AppError('validation', `The platform of the account is ${platform}`, { param: 'platform' });
  }
  return { accountId, platform, platformIdentifier, displayIdentifier };
}

async function checkUnique(
  ctx: TxCtx,
  { profileId, email }: ContactRow,
  channel: NewChannel | undefined,
): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const sameEmail =
    email === null ? [] : await selectContactsBy(ctx.db, scope, { profileId, emails: [email], ids: [] });
  if (sameEmail.length > 0) {
    throw new AppError('duplicateContact', 'A contact of this profile already has the email');
  }
  if (channel !== undefined && (await selectChannelBy(ctx.db, scope, channel)) !== undefined) {
    throw new AppError('duplicateChannel', 'A contact already has this platformIdentifier on the account');
  }
}

async function requireRoom(ctx: TxCtx): Promise<void> {
  if ((await countContacts(ctx.db, scopeOf(ctx.caller))) < numberCaps.contacts) return;
  throw new AppError('limitReached', `A user has at most ${numberCaps.contacts} contacts: delete some first`);
}
