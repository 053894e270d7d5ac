import type { Suite } from '../../harness/case.ts';
import { breakDatabaseConnections } from './break-database-connections.ts';
import { killPostgresUnderWrites } from './kill-postgres-under-writes.ts';
import { refuseUnsuitablePoolers } from './refuse-unsuitable-poolers.ts';
import { startOnBacklog } from './start-on-backlog.ts';
import { workThroughPgbouncer } from './work-through-pgbouncer.ts';

export const opsSuite: Suite = {
  name: 'ops',
  about:
    'Herald survives the loss of its database and of the connections to it, works off a backlog, and works through PgBouncer.',
  quickSeconds: 80,
  cases: [
    killPostgresUnderWrites,
    breakDatabaseConnections,
    startOnBacklog,
    workThroughPgbouncer,
    refuseUnsuitablePoolers,
  ],
};
