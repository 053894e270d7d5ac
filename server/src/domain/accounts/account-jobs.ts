import { defineJob, defineSweep } from '../jobs/define-job.ts';

/** The token of an account has come into the last fifth of its life. */
export const refreshTokenJob = defineJob<{ ownerId: string; accountId: string }>('refresh-token');

/** An account is gone, its token is not. */
export const revokeTokenJob = defineJob<{ ownerId: string; revocationId: string }>('revoke-token');

export const tokenSweep = defineSweep('sweep-tokens', (timing) => timing.tokenSweepMs);
