import type { Suite } from '../../harness/case.ts';
import { refuseHostileUrls } from './refuse-hostile-urls.ts';
import { refuseDnsRebinding } from './refuse-dns-rebinding.ts';

export const ssrfSuite: Suite = {
  name: 'ssrf',
  about: 'Herald connects to no address that it has not checked.',
  quickSeconds: 20,
  cases: [refuseHostileUrls, refuseDnsRebinding],
};
