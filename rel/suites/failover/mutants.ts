import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'kill-leader',
    name: 'commits do not wait for the synchronous standby',
    file: 'server/src/db/client.ts',
    find: "pool.on('connect', (client) => client.on('error', () => undefined));",
    replace: `pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query('SET synchronous_commit TO local').catch(() => undefined);
  });`,
  },
];
