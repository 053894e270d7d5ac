import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { pages } from './pages.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { codes, findToken } from './tokens.ts';

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

/** With a Page's token it is about the Page, else about the person. */
function identify(call: Call): readonly string[] {
  const { account, code } = rawParameters(call.request);
  const token = findToken(call);
  const page = pages.get(call.store, token?.pageId ?? '');
  if (page !== undefined) return [page.username, page.id];
  const personId = token?.personId ?? codes.get(call.store, String(code))?.grant.personId;
  const person =
    personId === undefined ? persons.named(call.store, String(account)) : persons.get(call.store, personId);
  if (person !== undefined) return [person.name, person.id];
  return typeof account === 'string' ? [account] : [];
}
