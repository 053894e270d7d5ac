import { sweepWorkers } from '../domain/workers/sweep-workers.ts';
import { workerSweep } from '../domain/workers/worker-jobs.ts';
import { handleSweep } from './handler.ts';

export const sweepWorkersHandler = handleSweep(workerSweep, sweepWorkers);
