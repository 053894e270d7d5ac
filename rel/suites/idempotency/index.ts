import type { Suite } from '../../harness/case.ts';
import { repeatRequestId } from './repeat-request-id.ts';
import { replayBulkUpload } from './replay-bulk-upload.ts';

export const idempotencySuite: Suite = {
  name: 'idempotency',
  about: 'Repeated requests create nothing twice.',
  quickSeconds: 50,
  cases: [repeatRequestId, replayBulkUpload],
};
