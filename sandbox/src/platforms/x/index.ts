import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { accessTokens, codes, findToken, refreshTokens } from './tokens.ts';

export const x: Network = {
  name: 'x',
  label: 'X',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

/** By token or code; the consent page names an account. */
function identify(call: Call): readonly string[] {
  const { store, request } = call;
  const { account, code, token, refresh_token: refreshToken } = rawParameters(request);
  const personId =
    findToken(call)?.personId ??
    codes.get(store, String(code))?.personId ??
    refreshTokens.get(store, String(refreshToken ?? token))?.personId ??
    accessTokens.get(store, String(token))?.personId;
  const person = personId === undefined ? persons.named(store, String(account)) : persons.get(store, personId);
  if (person !== undefined) return [person.username, person.id];
  return typeof account === 'string' ? [account] : [];
}
