import type { Suite } from '../../harness/case.ts';
import { endlessRefusal } from './endless-refusal.ts';
import { p1Kills } from './p1-kills.ts';
import { p2Failpoints } from './p2-failpoints.ts';
import { p3Zombies } from './p3-zombies.ts';
import { p4LineFaults } from './p4-line-faults.ts';
import { p5Recovery } from './p5-recovery.ts';
import { p6Now } from './p6-now.ts';
import { p7Retry } from './p7-retry.ts';

export const publishSuite: Suite = {
  name: 'publish',
  quickSeconds: 110,
  cases: [p1Kills, p2Failpoints, p3Zombies, p4LineFaults, p5Recovery, p6Now, p7Retry, endlessRefusal],
};
