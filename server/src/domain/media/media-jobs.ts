import { defineJob, defineSweep } from '../jobs/define-job.ts';

/** A file whose time is over. */
export const deleteFileJob = defineJob<{ ownerId: string; key: string }>('delete-file');

/** What interrupted uploads left in the store. */
export const sweepStoreJob = defineJob<Record<string, never>>('sweep-store');

export const mediaSweep = defineSweep('sweep-media', (timing) => timing.mediaSweepMs);
