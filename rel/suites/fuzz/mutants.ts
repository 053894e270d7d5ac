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
  {
    case: 'operation-sequences',
    name: 'a published post can be changed and deleted',
    file: 'server/src/domain/posts/rules/require-editable.ts',
    find: "if (post.status === 'published') {",
    replace: "if (post.status === 'published') return;\n  if (post.status === 'canceled' && what === 'deleted') {",
  },
  {
    case: 'operation-sequences',
    name: 'deleting the default queue leaves a profile without one',
    file: 'server/src/domain/queues/delete-queues.ts',
    find: '    await promoteOldest(ctx.db, scope, profileId);\n',
    replace: '',
  },
];
