import type { Suite } from '../../harness/case.ts';
import { c1Slots } from './c1-slots.ts';

export const timeSuite: Suite = { name: 'time', quickSeconds: 20, cases: [c1Slots] };
