import { defineSweep } from '../jobs/define-job.ts';

export const retentionSweep = defineSweep('sweep-retention', (timing) => timing.retentionSweepMs);
