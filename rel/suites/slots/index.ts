import type { Suite } from '../../harness/case.ts';
import { claimQueueSlots } from './claim-queue-slots.ts';

export const slotsSuite: Suite = {
  name: 'slots',
  about: 'Queues hand out every slot once.',
  quickSeconds: 25,
  cases: [claimQueueSlots],
};
