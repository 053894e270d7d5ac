import type { Suite } from '../../harness/case.ts';
import { breakDatabaseConnections } from './break-database-connections.ts';
import { killPostgresUnderWrites } from './kill-postgres-under-writes.ts';
import { startOnBacklog } from './start-on-backlog.ts';

export const opsSuite: Suite = {
  name: 'ops',
  about: 'Herald survives the loss of its database and of the connections to it, and works off a backlog.',
  quickSeconds: 50,
  cases: [killPostgresUnderWrites, breakDatabaseConnections, startOnBacklog],
};
