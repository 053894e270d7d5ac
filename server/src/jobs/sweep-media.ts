import { mediaSweep } from '../domain/media/media-jobs.ts';
import { sweepMedia } from '../domain/media/space/sweep-media.ts';
import { handleSweep } from './handler.ts';

export const sweepMediaHandler = handleSweep(mediaSweep, sweepMedia);
