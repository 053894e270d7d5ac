import type { Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { authority } from './oauth.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { findUpload } from './upload-video.ts';

export const tiktok: Platform = {
  name: 'tiktok',
  label: 'TikTok',
  routes,
  errors: requestErrors,
  faults,
  identify: (call) => authority.identify(call, findUpload(call)?.openId),
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => {
    const person = persons.get(reader, account) ?? persons.named(reader, account);
    return person && { id: person.openId };
  },
};
