import { defineSweep } from '../jobs/define-job.ts';

export const workerSweep = defineSweep('sweep-workers', (timing) => timing.workerSweepMs);
