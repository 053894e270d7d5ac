import type { Call, Network } from '../../core/network.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { authority } from './oauth.ts';
import { pages } from './pages.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';

export const facebook: Network = {
  name: 'facebook',
  label: 'Facebook',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

/** A call with a Page's token is about the Page, any other about the person. */
function identify(call: Call): readonly string[] {
  const page = pages.get(call.store, authority.findToken(call)?.pageId ?? '');
  return page === undefined ? authority.identify(call) : [page.username, page.id];
}
