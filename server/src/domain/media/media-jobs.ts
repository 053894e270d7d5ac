import { defineJob, defineSweep } from '../jobs/define-job.ts';

/** A file whose time is over. */
export const deleteFileJob = defineJob<{ ownerId: string; key: string }>('delete-file');

export const mediaSweep = defineSweep('sweep-media', (timing) => timing.mediaSweepMs);
