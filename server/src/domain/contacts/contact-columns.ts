import type { ContactRow } from '../../db/contact-rows.ts';
import { foldText } from '../../kernel/text/search-text.ts';
import type { UpdateContact } from '../../schemas/contact.ts';
import { AppError } from '../../kernel/errors.ts';
import { checkUrl } from '../check-url.ts';
import type { Ctx } from '../context.ts';

type Fields = Pick<
  ContactRow,
  | ('name' | 'email' | 'company' | 'avatarUrl' | 'tags' | 'isSubscribed' | 'isBlocked' | 'notes' | 'customFields')
  | ('foldedTexts' | 'lowerTags')
>;

const initial: Fields = {
  ...{ name: '', email: null, company: null, avatarUrl: null, tags: [], isSubscribed: true, isBlocked: false },
  ...{ notes: null, customFields: null, foldedTexts: [], lowerTags: [] },
};

/** Refuses URLs that are not public, which a schema cannot. */
export function checkContactFields(ctx: Pick<Ctx, 'addresses'>, { avatarUrl }: UpdateContact): void {
  if (avatarUrl === undefined || avatarUrl === null) return;
  checkUrl(ctx, { url: avatarUrl, param: 'avatarUrl' });
  if (!avatarUrl.startsWith('https:')) {
    throw new AppError('urlNotAllowed', 'avatarUrl must begin with https:', { param: 'avatarUrl' });
  }
}

export function contactColumns(changes: UpdateContact, row: Fields = initial): Fields {
  const { name, company, avatarUrl, isSubscribed, isBlocked, notes, customFields } = { ...row, ...changes };
  const email = changes.email === undefined ? row.email : (changes.email?.toLowerCase() ?? null);
  const tags = changes.tags === undefined ? row.tags : distinctTags(changes.tags);
  return {
    ...{ name, email, company, avatarUrl, tags, isSubscribed, isBlocked, notes, customFields },
    foldedTexts: [name, email ?? '', company ?? ''].map(foldText),
    lowerTags: tags.map((tag) => tag.toLowerCase()),
  };
}

/** The first spelling of a tag stays. */
function distinctTags(tags: readonly string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed();
}
