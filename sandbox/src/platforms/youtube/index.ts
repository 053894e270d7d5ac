import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { channelId, persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { accessTokens, codes, findToken, refreshTokens } from './tokens.ts';
import { uploads } from './uploads.ts';

export const youtube: Network = {
  name: 'youtube',
  label: 'YouTube',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
};

/** By token, code or the address of an upload; the consent page names an account. */
function identify(call: Call): readonly string[] {
  const { account } = rawParameters(call.request);
  const owner = ownerOf(call);
  const person = owner === undefined ? persons.named(call.store, String(account)) : persons.get(call.store, owner);
  if (person !== undefined) return [person.handle, channelId(person)];
  return typeof account === 'string' ? [account] : [];
}

function ownerOf(call: Call): string | undefined {
  const { store, request } = call;
  const { code, token, refresh_token: refreshToken, upload_id: upload } = rawParameters(request);
  const found =
    findToken(call) ??
    codes.get(store, String(code)) ??
    refreshTokens.get(store, String(refreshToken ?? token)) ??
    accessTokens.get(store, String(token));
  return found?.personId ?? uploads.get(store, String(upload))?.ownerId;
}
