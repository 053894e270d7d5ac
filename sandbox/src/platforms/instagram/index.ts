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
import { webhook } from './webhook.ts';

export const instagram: Platform = {
  name: 'instagram',
  label: 'Instagram',
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
  webhook,
};
