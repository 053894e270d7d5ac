import type { ContactChannel, OneContact } from '../../schemas/contact.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectChannels } from './channel-store.ts';
import { channelView, contactView } from './contact-view.ts';
import { requireContact } from './require-contact.ts';

export async function getContact(ctx: Ctx, contactId: string): Promise<OneContact> {
  const contact = await requireContact(ctx, contactId);
  const channels = await listChannels(ctx, contactId);
  const conversationIds = channels.flatMap(({ conversationId }) => conversationId ?? []);
  return { contact: { ...contactView(contact), conversationIds }, channels };
}

export async function getChannels(ctx: Ctx, contactId: string): Promise<ContactChannel[]> {
  await requireContact(ctx, contactId);
  return await listChannels(ctx, contactId);
}

async function listChannels(ctx: Ctx, contactId: string): Promise<ContactChannel[]> {
  return (await selectChannels(ctx.db, scopeOf(ctx.caller), contactId)).map(channelView);
}
