import type { Call } from '../../core/platform.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { graphRoutes } from '../meta/graph-route.ts';
import type { LoginToken } from '../meta/login.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { graphVersions } from '../meta/versions.ts';
import { scopes } from './limits.ts';
import { graphHost, login } from './oauth.ts';
import type { Person } from './persons.ts';

export type Caller = { readonly person: Person; readonly token: LoginToken };

/** `{account}` must be the caller's own ID or `me`. */
export const graphRoute = graphRoutes<Caller>({ host: graphHost, versions: graphVersions, admit });

function admit(call: Call, scope: string): Caller {
  const { account } = call.request.params;
  const { person, token } = login.authority.requireCaller(call);
  if (account !== undefined && account !== 'me' && account !== person.userId) {
    refuse(call, missingObject(call, account));
  }
  if (!token.scopes.includes(scope)) refuse(call, permissionError(scope));
  return { person, token };
}

export const permissionError = (scope: string) =>
  scope === scopes.comments ? tokenErrors.permissionOf(scope) : tokenErrors.permission();
