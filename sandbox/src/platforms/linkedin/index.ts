import type { Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { assets } from './assets.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { authority } from './oauth.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const linkedin: Platform = {
  name: 'linkedin',
  label: 'LinkedIn',
  routes,
  errors: requestErrors,
  faults,
  identify: (call) => authority.identify(call, assets.get(call.store, call.request.params['asset'] ?? '')?.ownerId),
  seed,
  putAccount,
  findAccount: (reader, account) => persons.get(reader, account) ?? persons.named(reader, account),
};
