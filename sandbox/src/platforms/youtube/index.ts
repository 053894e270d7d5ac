import type { Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { authority } from './oauth.ts';
import { channelId, persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { uploadOwnerOf } from './uploads.ts';

export const youtube: Platform = {
  name: 'youtube',
  label: 'YouTube',
  routes,
  errors: requestErrors,
  faults,
  identify: (call) => authority.identify(call, uploadOwnerOf(call)),
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => {
    const person = persons.all(reader).find((each) => persons.identifiersOf(each).includes(account));
    return person && { id: channelId(person) };
  },
};
