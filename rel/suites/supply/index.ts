import type { Suite } from '../../harness/case.ts';
import { installOffline } from './install-offline.ts';
import { listPackages } from './list-packages.ts';
import { scanSecrets } from './scan-secrets.ts';

export const supplySuite: Suite = {
  name: 'supply',
  about: 'What production runs is known and allowed, and no secret is in the checkout.',
  quickSeconds: 10,
  cases: [listPackages, scanSecrets, installOffline],
};
