import { defineJob } from '../jobs/define-job.ts';

/** A post has targets that are due. */
export const publishPostJob = defineJob<{ ownerId: string; postId: string }>('publish-post');
