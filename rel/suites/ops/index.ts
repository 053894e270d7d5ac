import type { Suite } from '../../harness/case.ts';
import { breakDatabaseConnections } from './break-database-connections.ts';
import { fillDisks } from './fill-disks.ts';
import { killPostgresUnderWrites } from './kill-postgres-under-writes.ts';
import { loseMediaStore } from './lose-media-store.ts';
import { refuseUnsuitablePoolers } from './refuse-unsuitable-poolers.ts';
import { rollRestarts } from './roll-restarts.ts';
import { runOutOfMemory } from './run-out-of-memory.ts';
import { startOnBacklog } from './start-on-backlog.ts';
import { surviveReadOnlyDatabase } from './survive-read-only-database.ts';
import { workThroughPgbouncer } from './work-through-pgbouncer.ts';

export const opsSuite: Suite = {
  name: 'ops',
  about:
    'Herald survives the loss of its database, its memory, its media store and its disks, works off a backlog, and works through PgBouncer.',
  quickSeconds: 90,
  cases: [
    rollRestarts,
    killPostgresUnderWrites,
    breakDatabaseConnections,
    runOutOfMemory,
    startOnBacklog,
    surviveReadOnlyDatabase,
    fillDisks,
    loseMediaStore,
    workThroughPgbouncer,
    refuseUnsuitablePoolers,
  ],
};
