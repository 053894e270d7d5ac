import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'refresh-once',
    name: 'several processes refresh a token in parallel',
    file: 'server/src/domain/accounts/tokens/refresh-store.ts',
    find: "AND ${isFree('accounts', refreshLease)}\n    RETURNING",
    replace: 'RETURNING',
  },
  {
    case: 'lose-rotated-token',
    name: 'a refused refresh does not change the account status',
    file: 'server/src/domain/accounts/tokens/refresh-token.ts',
    find: 'account: { id: row.id, tokenVersion: claim.version },',
    replace: 'account: { id: row.id, tokenVersion: claim.version + 9 },',
  },
  {
    case: 'use-connect-state-once',
    name: 'a connect state works more than once',
    file: 'server/src/domain/connect/connect-session-store.ts',
    find: "AND status = 'pending' AND claimed_at IS NULL AND expires_at > herald_now()",
    replace: 'AND expires_at > herald_now()',
  },
  {
    case: 'refuse-redirect-urls',
    name: 'redirectUrl is compared by prefix',
    file: 'server/src/domain/connect/check-redirect-url.ts',
    find: '!redirectOrigins.includes(url.origin)',
    replace: '!redirectOrigins.some((origin) => text.startsWith(origin))',
  },
  {
    case: 'require-chat-admin',
    name: 'any member may connect a Telegram group',
    file: 'server/src/platforms/telegram/connect.ts',
    find: "return status === 'creator' || status === 'administrator' ? undefined : notAdministrator;",
    replace: 'return status === undefined ? notAdministrator : undefined;',
  },
  {
    case: 'refuse-tampered-tokens',
    name: 'encrypted texts open in any row',
    file: 'server/src/kernel/crypto/seal.ts',
    find: "return Buffer.from(JSON.stringify(['v1', keyId, table, row, column, owner]));",
    replace: "return Buffer.from(JSON.stringify(['v1', keyId, table, row === '', column, owner === '']));",
  },
  {
    case: 'rotate-keys-while-publishing',
    name: 'rotation writes a token back that was refreshed in the meantime',
    file: 'server/src/domain/vault/vault-store.ts',
    find: 'WHERE id = ${id} AND ${value} = ${old}`',
    replace: 'WHERE id = ${id} AND ${old}::text IS NOT NULL`',
  },
];
