import { defineJob } from '../jobs/define-job.ts';

/** An endpoint has deliveries that are due. */
export const drainEndpoint = defineJob<{ ownerId: string; endpointId: string }>('drain-endpoint');
