import type { Call, Platform } from '../../core/platform.ts';
import { putAccount } from './accounts.ts';
import { audience } from './comments/audience.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { authority } from './oauth.ts';
import { findPage, pages } from './pages.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { webhook } from './comments/webhook.ts';

export const facebook: Platform = {
  name: 'facebook',
  label: 'Facebook',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
  addPost,
  findAccount: findPage,
  audience,
  webhook,
};

function identify(call: Call): readonly string[] {
  const page = pages.get(call.store, authority.findToken(call)?.pageId ?? '');
  return page === undefined ? authority.identify(call) : [page.username, page.id];
}
