import { purgeOld } from '../domain/retention/purge-old.ts';
import { retentionSweep } from '../domain/retention/retention-jobs.ts';
import { handleSweep } from './handler.ts';

export const sweepRetentionHandler = handleSweep(retentionSweep, purgeOld);
