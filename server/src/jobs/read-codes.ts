import { readCodesJob } from '../domain/connect/connect-jobs.ts';
import { readCodes } from '../domain/connect/read-codes.ts';
import { handle } from './handler.ts';

export const readCodesHandler = handle(readCodesJob, (ctx, { platform, sandbox }) =>
  readCodes(ctx, { platform, isSandbox: sandbox === 'yes' }),
);
