import type { Network } from '../../core/network.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { authority } from './oauth.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const x: Network = {
  name: 'x',
  label: 'X',
  routes,
  errors: requestErrors,
  faults,
  identify: authority.identify,
  seed,
  putAccount,
};
