import { codeSweep } from '../domain/connect/connect-jobs.ts';
import { sweepCodes } from '../domain/connect/sweep-codes.ts';
import { handleSweep } from './handler.ts';

export const sweepCodesHandler = handleSweep(codeSweep, sweepCodes);
