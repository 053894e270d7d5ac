import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'repeat-request-id',
    name: 'the request ID is checked before the insert instead of by it',
    file: 'server/src/domain/idempotency/idempotency-store.ts',
    find: '      WHERE idempotency_keys.expires_at <= excluded.created_at\n    RETURNING resource_id',
    replace: '    RETURNING resource_id',
  },
  {
    case: 'replay-bulk-upload',
    name: 'rows of a bulk upload have no idempotency key',
    file: 'server/src/domain/posts/bulk-upload/find-replays.ts',
    find: '  return requestId === undefined ?',
    replace: '  return index > 0 ?',
  },
];
