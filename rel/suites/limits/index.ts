import type { Suite } from '../../harness/case.ts';
import { budgetsAcrossProcesses } from './budgets-across-processes.ts';
import { capsInParallel } from './caps-in-parallel.ts';
import { deniedFloods } from './denied-floods.ts';
import { retryAfter } from './retry-after.ts';

export const limitsSuite: Suite = {
  name: 'limits',
  about: 'Rate limits and caps hold across processes, and denying a request is cheap.',
  quickSeconds: 40,
  cases: [budgetsAcrossProcesses, capsInParallel, retryAfter, deniedFloods],
};
