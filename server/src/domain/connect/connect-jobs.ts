import { defineJob, defineSweep } from '../jobs/define-job.ts';

/** Somebody waits for a bot to see a code. */
export const readCodesJob = defineJob<{ platform: string; sandbox: 'yes' | 'no' }>('read-codes');

export const codeSweep = defineSweep('sweep-codes', (timing) => timing.codeSweepMs);
