import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'O1',
    name: 'no single flight',
    file: 'server/src/domain/accounts/refresh-store.ts',
    find: 'AND (refresh_claim IS NULL OR refresh_lease_until < herald_now())',
    replace: '',
  },
  {
    case: 'O2',
    name: 'a refusal is not held against the account',
    file: 'server/src/domain/accounts/refresh-token.ts',
    find: 'account: { id: row.id, token_version: claim.version },',
    replace: 'account: { id: row.id, token_version: claim.version + 9 },',
  },
  {
    case: 'O5',
    name: 'a state can be used again',
    file: 'server/src/domain/connect/connect-session-store.ts',
    find: "AND status = 'pending' AND claimed_at IS NULL AND expires_at > herald_now()",
    replace: 'AND expires_at > herald_now()',
  },
  {
    case: 'O6',
    name: 'redirectUrl is compared by its beginning',
    file: 'server/src/domain/connect/check-redirect-url.ts',
    find: '!redirectOrigins.includes(url.origin)',
    replace: '!redirectOrigins.some((origin) => text.startsWith(origin))',
  },
  {
    case: 'O7',
    name: 'any member of a group connects it',
    file: 'server/src/platforms/telegram/connect.ts',
    find: "return status === 'creator' || status === 'administrator' ? undefined : notAdministrator;",
    replace: 'return status === undefined ? notAdministrator : undefined;',
  },
];
