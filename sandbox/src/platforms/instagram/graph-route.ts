import type { Call } from '../../core/network.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { graphRoutes } from '../meta/graph-route.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { requireLive } from '../meta/tokens.ts';
import { graphVersions } from '../meta/versions.ts';
import { scopes } from './limits.ts';
import { persons, type Person } from './persons.ts';
import { login, type Token } from './tokens.ts';

export const graphHost = 'graph.instagram.com';

export type Caller = { readonly person: Person; readonly token: Token };

/** `{account}` of a path must be the caller's own id or `me`. */
export const graphRoute = graphRoutes<Caller>({ host: graphHost, versions: graphVersions, admit });

function admit(call: Call, scope: string): Caller {
  const { account } = call.request.params;
  const token = requireLive(call, login.find(call));
  const person = persons.get(call.store, token.userId) ?? refuse(call, tokenErrors.unreadable());
  if (account !== undefined && account !== 'me' && account !== person.userId) {
    refuse(call, missingObject(call, account));
  }
  if (!token.scopes.includes(scope)) refuse(call, permissionError(scope));
  return { person, token };
}

export const permissionError = (scope: string) =>
  scope === scopes.comments ? tokenErrors.permissionOf(scope) : tokenErrors.permission();
