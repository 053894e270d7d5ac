import { foldText } from '../../kernel/text/search-text.ts';
import type { ContactList, ContactQuery } from '../../schemas/contact.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { selectContacts, selectTags } from './contact-store.ts';
import { listedContactView } from './contact-view.ts';
import { requireChannelAccount } from './require-channel-account.ts';

export async function listContacts(ctx: Ctx, query: ContactQuery): Promise<ContactList> {
  const { profileId, accountId, platform, isSubscribed, search, limit, skip } = query;
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  if (accountId !== undefined) await requireChannelAccount(ctx, { accountId, profileId });
  const scope = scopeOf(ctx.caller);
  const filters = { profileId, accountId, platform, isSubscribed, lowerTags: readTags(query) };
  const foldedSearch = search === undefined ? undefined : foldText(search);
  const rows = await selectContacts(ctx.db, scope, { ...filters, foldedSearch, limit, skip });
  const total = rows[0]?.total ?? (skip === 0 ? 0 : await countAll(ctx, { ...filters, foldedSearch }));
  return {
    contacts: rows.map(listedContactView),
    filters: { tags: await selectTags(ctx.db, scope) },
    pagination: { total, limit, skip, hasMore: skip + rows.length < total },
  };
}

/** A page beyond the end has no row with the total. */
async function countAll(
  ctx: Ctx,
  filters: Omit<Parameters<typeof selectContacts>[2], 'limit' | 'skip'>,
): Promise<number> {
  const [first] = await selectContacts(ctx.db, scopeOf(ctx.caller), { ...filters, limit: 1, skip: 0 });
  return first?.total ?? 0;
}

function readTags({ tag, tags = '' }: ContactQuery): string[] {
  return [tag ?? '', ...tags.split(',')].map((one) => one.trim().toLowerCase()).filter((one) => one !== '');
}
