import type { Suite } from '../../harness/case.ts';
import { b1Backup } from './b1-backup.ts';
import { b2OldState } from './b2-old-state.ts';
import { b4Refusals } from './b4-refusals.ts';

export const backupSuite: Suite = {
  name: 'backup',
  quickSeconds: 60,
  cases: [b1Backup, b2OldState, b4Refusals],
};
