import type { Suite } from '../../harness/case.ts';
import { i1Parallel } from './i1-parallel.ts';
import { i5Bulk } from './i5-bulk.ts';

export const idemSuite: Suite = { name: 'idem', quickSeconds: 50, cases: [i1Parallel, i5Bulk] };
