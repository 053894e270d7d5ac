import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { login } from './tokens.ts';

export const instagram: Network = {
  name: 'instagram',
  label: 'Instagram',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

function identify(call: Call): readonly string[] {
  const { account, code } = rawParameters(call.request);
  const userId = login.find(call)?.userId ?? login.codes.get(call.store, String(code))?.grant.userId;
  const person = userId === undefined ? persons.named(call.store, String(account)) : persons.get(call.store, userId);
  if (person !== undefined) return [person.username, person.userId, person.appScopedId];
  return typeof account === 'string' ? [account] : [];
}
