import type { Suite } from '../../harness/case.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreOldState } from './restore-old-state.ts';
import { refuseBadArchives } from './refuse-bad-archives.ts';

export const backupSuite: Suite = {
  name: 'backup',
  about: 'A restored installation is complete and publishes nothing again.',
  quickSeconds: 60,
  cases: [restoreBackup, restoreOldState, refuseBadArchives],
};
