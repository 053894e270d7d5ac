import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'C2',
    name: 'claims of one slot do not keep out of each other’s way',
    file: 'server/src/domain/queues/slot-store.ts',
    find: `WHERE pg_try_advisory_xact_lock(`,
    replace: `WHERE true OR pg_try_advisory_xact_lock(`,
  },
  {
    case: 'C2',
    name: 'the cap of a reshuffle is not held',
    file: 'server/src/domain/queues/reshuffle.ts',
    find: 'if (posts.length > reshuffledMax) throw',
    replace: 'if (posts.length > 10 * reshuffledMax) throw',
  },
  {
    case: 'C2',
    name: 'a reshuffle turns the order round',
    file: 'server/src/domain/queues/reshuffle.ts',
    find: '.sort(([a], [b]) => a - b)',
    replace: '.sort(([a], [b]) => b - a)',
  },
];
