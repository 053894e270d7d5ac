import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'I1',
    name: 'check, then insert',
    file: 'server/src/domain/idempotency/idempotency-store.ts',
    find: '      WHERE idempotency_keys.expires_at <= herald_now()\n    RETURNING resource_id',
    replace: '    RETURNING resource_id',
  },
  {
    case: 'I5',
    name: 'rows have no names',
    file: 'server/src/domain/posts/bulk-upload/find-replays.ts',
    find: '  return requestId === undefined ?',
    replace: '  return index > 0 ?',
  },
];
