import { publishPostJob } from '../domain/posts/wake-posts.ts';
import { handle } from './handler.ts';

/** Only wakes the engine, which looks at what is due itself. */
export const publishPostHandler = handle(publishPostJob, async (ctx) => ctx.publishing.wake());
