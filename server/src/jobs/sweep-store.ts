import { sweepStoreJob } from '../domain/media/media-jobs.ts';
import { sweepStoreFiles } from '../domain/media/space/sweep-store-files.ts';
import { handle } from './handler.ts';

export const sweepStoreHandler = handle(sweepStoreJob, sweepStoreFiles);
