import type { Call, Platform } from '../../core/platform.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { authority } from './oauth.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { videos } from './videos.ts';

export const pinterest: Platform = {
  name: 'pinterest',
  label: 'Pinterest',
  routes,
  errors: requestErrors,
  faults,
  identify: (call) => authority.identify(call, uploadOwnerOf(call)),
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => persons.get(reader, account) ?? persons.named(reader, account),
};

/** Uploads have no token; the form's key names the video. */
function uploadOwnerOf({ store, request }: Call): string | undefined {
  const { key } = rawParameters(request);
  if (key === undefined) return undefined;
  return videos.all(store).find(({ parameters }) => parameters['key'] === key)?.ownerId;
}
