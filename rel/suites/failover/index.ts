import type { Suite } from '../../harness/case.ts';
import { killLeader } from './kill-leader.ts';

export const failoverSuite: Suite = {
  name: 'failover',
  about: 'Herald survives the failover of a PostgreSQL cluster with synchronous replication.',
  quickSeconds: 10,
  cases: [killLeader],
};
