import { deleteFile } from '../domain/media/space/delete-file.ts';
import { deleteFileJob } from '../domain/media/media-jobs.ts';
import { handle } from './handler.ts';

export const deleteFileHandler = handle(deleteFileJob, (ctx, { ownerId, key }) =>
  deleteFile({ ...ctx, caller: { kind: 'system', ownerId } }, key),
);
