import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { assets } from './assets.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { persons, personUrn } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { codes, findToken, refreshTokens } from './tokens.ts';

export const linkedin: Network = {
  name: 'linkedin',
  label: 'LinkedIn',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

/** By token, code or the address of an upload; the consent page names an account. */
function identify(call: Call): readonly string[] {
  const { store, request } = call;
  const { account, code, refresh_token: refreshToken } = rawParameters(request);
  const personId =
    findToken(call)?.personId ??
    assets.get(store, request.params['asset'] ?? '')?.ownerId ??
    codes.get(store, String(code))?.personId ??
    refreshTokens.get(store, String(refreshToken))?.personId;
  const person = personId === undefined ? persons.named(store, String(account)) : persons.get(store, personId);
  if (person !== undefined) return [person.vanityName, person.id, personUrn(person)];
  return typeof account === 'string' ? [account] : [];
}
