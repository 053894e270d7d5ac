import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'kill-postgres-under-writes',
    name: 'commits do not wait for the disk',
    file: 'server/src/db/client.ts',
    find: "pool.on('connect', (client) => client.on('error', () => undefined));",
    replace: `pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query('SET synchronous_commit TO off').catch(() => undefined);
  });`,
  },
  {
    case: 'kill-postgres-under-writes',
    name: 'lost connections have no error listener',
    file: 'server/src/db/client.ts',
    find: "pool.on('error', (error) => {",
    replace: "pool.on('release', (error) => {",
  },
  {
    case: 'break-database-connections',
    name: 'a lost connection is an internal error',
    file: 'server/src/db/failure.ts',
    find: ' || unavailableSystemCodes.has(state) || unavailableMessages.test(error.message)',
    replace: '',
  },
  {
    case: 'start-on-backlog',
    name: 'a worker claims the whole backlog',
    file: 'server/src/domain/webhooks/delivery/delivery-queue-store.ts',
    find: 'LIMIT granted.slots',
    replace: 'LIMIT 100000',
  },
];
