import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'kill-postgres-under-writes',
    name: 'PostgreSQL acknowledges before it writes',
    file: 'server/test/entry.ts',
    find: "settings: ['max_connections=300'],",
    replace: "settings: ['max_connections=300', 'synchronous_commit=off', 'wal_writer_delay=10s'],",
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
    find: '/Connection terminated|Query read timeout|',
    replace: '/Query read timeout|',
  },
];
