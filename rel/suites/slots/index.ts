import type { Suite } from '../../harness/case.ts';
import { c2Slots } from './c2-slots.ts';

export const slotsSuite: Suite = { name: 'slots', quickSeconds: 25, cases: [c2Slots] };
