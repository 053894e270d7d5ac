import type { Suite } from '../../harness/case.ts';
import { expandQueueSlots } from './expand-queue-slots.ts';
import { catchUpAfterDowntime } from './catch-up-after-downtime.ts';
import { stepHostClock } from './step-host-clock.ts';
import { publishOnTime } from './publish-on-time.ts';

export const timeSuite: Suite = {
  name: 'time',
  about: 'Posts are published on time, in every time zone and after downtime.',
  quickSeconds: 40,
  cases: [expandQueueSlots, catchUpAfterDowntime, stepHostClock, publishOnTime],
};
