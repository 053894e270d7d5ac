import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'generated-requests',
    name: 'errors of an operation are not documented',
    file: 'server/src/http/routes/posts/list-posts.ts',
    find: "errors: ['forbidden', 'notFound', 'accountNotFound'],",
    replace: 'errors: [],',
  },
  {
    case: 'nasty-strings',
    name: 'U+0000 and lone surrogates are accepted',
    file: 'server/src/kernel/text/text.ts',
    find: String.raw`!text.includes('\u0000') && text.isWellFormed()`,
    replace: 'text.length >= 0',
  },
  {
    case: 'nasty-strings',
    name: 'notes are normalized before they are stored',
    file: 'server/src/domain/contacts/contact-columns.ts',
    find: '...{ name, email, company, avatarUrl, tags, isSubscribed, isBlocked, notes, customFields },',
    replace:
      "...{ name, email, company, avatarUrl, tags, isSubscribed, isBlocked, notes: notes?.normalize('NFKC') ?? null, customFields },",
  },
];
