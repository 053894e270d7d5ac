import type { Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { authority } from './oauth.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const x: Platform = {
  name: 'x',
  label: 'X',
  routes,
  errors: requestErrors,
  faults,
  identify: authority.identify,
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => persons.get(reader, account) ?? persons.named(reader, account),
};
