import type { Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { audience } from './audience.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { login } from './oauth.ts';
import { findPerson } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const threads: Platform = {
  name: 'threads',
  label: 'Threads',
  routes,
  errors: requestErrors,
  faults,
  identify: login.authority.identify,
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => {
    const person = findPerson(reader, account);
    return person && { id: person.userId };
  },
  audience,
};
