import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { codes, findToken, refreshTokens } from './tokens.ts';
import { videos } from './videos.ts';

export const pinterest: Network = {
  name: 'pinterest',
  label: 'Pinterest',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

/** By token, code or the key of an upload; the consent page names an account. */
function identify(call: Call): readonly string[] {
  const { account } = rawParameters(call.request);
  const owner = ownerOf(call);
  const person = owner === undefined ? persons.named(call.store, String(account)) : persons.get(call.store, owner);
  if (person !== undefined) return [person.username, person.id];
  return typeof account === 'string' ? [account] : [];
}

function ownerOf(call: Call): string | undefined {
  const { code, refresh_token: refreshToken, key } = rawParameters(call.request);
  const found =
    findToken(call) ?? codes.get(call.store, String(code)) ?? refreshTokens.get(call.store, String(refreshToken));
  if (found !== undefined || key === undefined) return found?.personId;
  return videos.all(call.store).find(({ parameters }) => parameters['key'] === key)?.ownerId;
}
