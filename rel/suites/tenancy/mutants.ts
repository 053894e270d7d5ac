import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'cross-tenant-matrix',
    name: 'a contact is read without its owner',
    file: 'server/src/domain/contacts/contact-store.ts',
    find: 'WHERE c.owner_id = ${scope.ownerId} AND c.id = ${id} AND',
    replace: 'WHERE c.id = ${id} AND',
  },
  {
    case: 'cross-tenant-matrix',
    name: 'webhook endpoints are read without their owner',
    file: 'server/src/domain/webhooks/webhook-store.ts',
    find: 'WHERE e.owner_id = ${scope.ownerId} AND (${id ?? null}::text IS NULL OR e.id = ${id ?? null})',
    replace: 'WHERE (${id ?? null}::text IS NULL OR e.id = ${id ?? null})',
  },
  {
    case: 'cross-tenant-matrix',
    name: 'cursors of other users are accepted',
    file: 'server/src/kernel/cursor.ts',
    find: 'update(`${binding}\\n${text}`)',
    replace: 'update(`${binding.length > 0}\\n${text}`)',
  },
  {
    case: 'cross-tenant-matrix',
    name: 'a limited key sees every profile',
    file: 'server/src/db/visibility.ts',
    find: 'sql<boolean>`${sql.ref(column)} = ANY(${[...profiles]}::text[])`',
    replace: 'sql<boolean>`${sql.ref(column)} IS NOT NULL`',
  },
  {
    case: 'cross-tenant-matrix',
    name: 'an ID in a new parameter is not in the matrix',
    file: 'server/src/schemas/media.ts',
    find: '...cursorQuery(100, 50),',
    replace: '...cursorQuery(100, 50), folderId: Type.Optional(Type.String()),',
  },
  {
    case: 'interleave-tenants',
    name: 'requests share one scope',
    file: 'server/src/domain/access.ts',
    find: 'return { ownerId: caller.ownerId, profiles: caller.profiles, keyId: caller.keyId };',
    replace: `const shared = ((globalThis as { scope?: object }).scope ??= {});
  return Object.assign(shared, { ownerId: caller.ownerId, profiles: caller.profiles, keyId: caller.keyId });`,
  },
  {
    case: 'mixed-profile-posts',
    name: 'one profile of a post is enough to see it',
    file: 'server/src/db/visibility.ts',
    find: '`${sql.ref(column)} <@ ${[...profiles]}::text[]`',
    replace: '`${sql.ref(column)} && ${[...profiles]}::text[]`',
  },
];
