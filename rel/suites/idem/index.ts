import type { Suite } from '../../harness/case.ts';
import { i1Parallel } from './i1-parallel.ts';

export const idemSuite: Suite = { name: 'idem', quickSeconds: 35, cases: [i1Parallel] };
