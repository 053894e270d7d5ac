import type { Network } from '../../core/network.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { login } from './oauth.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const threads: Network = {
  name: 'threads',
  label: 'Threads',
  routes,
  errors: requestErrors,
  faults,
  identify: login.authority.identify,
  seed,
  putAccount,
};
