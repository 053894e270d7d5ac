import type { Suite } from '../../harness/case.ts';
import { boundResends } from './bound-resends.ts';
import { killWorkers } from './kill-workers.ts';
import { killAtEachStep } from './kill-at-each-step.ts';
import { resumeStalledWorkers } from './resume-stalled-workers.ts';
import { breakConnections } from './break-connections.ts';
import { recoverAfterWorkerDeath } from './recover-after-worker-death.ts';
import { publishNow } from './publish-now.ts';
import { retryUnknownOutcomes } from './retry-unknown-outcomes.ts';

export const publishSuite: Suite = {
  name: 'publish',
  about: 'Every post is published exactly once, or its unknown outcome is reported.',
  quickSeconds: 110,
  cases: [
    killWorkers,
    killAtEachStep,
    resumeStalledWorkers,
    breakConnections,
    recoverAfterWorkerDeath,
    publishNow,
    retryUnknownOutcomes,
    boundResends,
  ],
};
