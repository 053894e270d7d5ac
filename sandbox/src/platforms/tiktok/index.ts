import type { Call, Network } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { persons } from './persons.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { accessTokens, codes, findToken, refreshTokens } from './tokens.ts';
import { findUpload } from './upload-video.ts';

export const tiktok: Network = {
  name: 'tiktok',
  label: 'TikTok',
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
  const { account } = rawParameters(request);
  const openId = openIdOf(call);
  const person = openId === undefined ? persons.named(store, String(account)) : persons.get(store, openId);
  if (person !== undefined) return [person.username, person.openId];
  return typeof account === 'string' ? [account] : [];
}

function openIdOf(call: Call): string | undefined {
  const { code, token, refresh_token: refreshToken } = rawParameters(call.request);
  const named = [
    findToken(call),
    findUpload(call),
    codes.get(call.store, String(code)),
    refreshTokens.get(call.store, String(refreshToken ?? token)),
    accessTokens.get(call.store, String(token)),
  ];
  return named.find((each) => each !== undefined)?.openId;
}
