import type { Suite } from '../../harness/case.ts';
import { w4HostileHosts } from './w4-hostile-hosts.ts';
import { w5Rebinding } from './w5-rebinding.ts';

export const ssrfSuite: Suite = { name: 'ssrf', quickSeconds: 20, cases: [w4HostileHosts, w5Rebinding] };
