import type { Suite } from '../../harness/case.ts';
import { c1Slots } from './c1-slots.ts';
import { c3Downtime } from './c3-downtime.ts';
import { c4ClockSteps } from './c4-clock-steps.ts';
import { c5Punctuality } from './c5-punctuality.ts';

export const timeSuite: Suite = {
  name: 'time',
  quickSeconds: 40,
  cases: [c1Slots, c3Downtime, c4ClockSteps, c5Punctuality],
};
