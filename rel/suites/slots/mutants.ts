import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'claim-queue-slots',
    name: 'slots are claimed without a lock',
    file: 'server/src/db/migrations/0039-claim-slots.sql',
    find: 'EXIT WHEN NOT is_locked;',
    replace: 'is_locked := true;',
  },
  {
    case: 'claim-queue-slots',
    name: 'the cap of a reshuffle is not enforced',
    file: 'server/src/domain/posts/reshuffle-queue.ts',
    find: 'if (posts.length > reshuffledMax) throw',
    replace: 'if (posts.length > 10 * reshuffledMax) throw',
  },
  {
    case: 'claim-queue-slots',
    name: 'a reshuffle reverses the order',
    file: 'server/src/domain/posts/reshuffle-queue.ts',
    find: '.sort(([a], [b]) => a - b)',
    replace: '.sort(([a], [b]) => b - a)',
  },
];
