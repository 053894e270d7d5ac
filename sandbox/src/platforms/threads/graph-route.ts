import type { Call } from '../../core/network.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { graphRoutes } from '../meta/graph-route.ts';
import type { LoginToken } from '../meta/login-tokens.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { requireLive } from '../meta/tokens.ts';
import { persons, type Person } from './persons.ts';
import { login } from './tokens.ts';

export const graphHost = 'graph.threads.net';
export const versions: readonly string[] = ['v1.0'];

export type Caller = { readonly person: Person; readonly token: LoginToken };

/** `{account}` of a path must be the caller's own id or `me`. */
export const graphRoute = graphRoutes<Caller>({ host: graphHost, versions, admit });

function admit(call: Call, scope: string): Caller {
  const { account } = call.request.params;
  const token = requireLive(call, login.find(call));
  const person = persons.get(call.store, token.userId) ?? refuse(call, tokenErrors.unreadable());
  if (account !== undefined && account !== 'me' && account !== person.userId) {
    refuse(call, missingObject(call, account));
  }
  requireScope(call, token, scope);
  return { person, token };
}

export function requireScope(call: Call, { scopes }: LoginToken, scope: string): void {
  if (!scopes.includes(scope)) refuse(call, tokenErrors.permission());
}
