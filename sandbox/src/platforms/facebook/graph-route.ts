import type { Call } from '../../core/platform.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { graphRoutes } from '../meta/graph-route.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { graphVersions } from '../meta/versions.ts';
import { scopes, type Task } from './limits.ts';
import { authority, graphHost, type AccessToken } from './oauth.ts';
import { pages, type Page } from './pages.ts';
import type { Person } from './persons.ts';
import { ownTokenErrors } from './token-errors.ts';

export type PageCaller = { readonly page: Page; readonly token: AccessToken };
type UserCaller = { readonly person: Person; readonly token: AccessToken };

export const pageRoute = graphRoutes<PageCaller>({ host: graphHost, versions: graphVersions, admit: admitPage });

/** A missing scope shortens the reply instead of causing an error. */
export const userRoute = graphRoutes<UserCaller>({ host: graphHost, versions: graphVersions, admit: admitUser });

const needed: Readonly<Record<string, { scopes: readonly string[]; task: Task }>> = {
  [scopes.publish]: { scopes: [scopes.publish, scopes.read], task: 'CREATE_CONTENT' },
  [scopes.engage]: { scopes: [scopes.engage], task: 'MODERATE' },
  [scopes.insights]: { scopes: [scopes.insights, scopes.read], task: 'ANALYZE' },
  [scopes.metadata]: { scopes: [scopes.metadata], task: 'MODERATE' },
};

export function admitPage(call: Call, scope: string): PageCaller {
  const token = authority.requireToken(call);
  if (token.kind !== 'page') refuse(call, ownTokenErrors.pageTokenNeeded());
  const page = pages.get(call.store, token.pageId ?? '') ?? refuse(call, tokenErrors.unreadable());
  const { page: named } = call.request.params;
  if (named !== undefined && named !== 'me' && named !== page.id) refuse(call, missingObject(call, named));
  const { scopes: requiredScopes, task } = needed[scope] ?? { scopes: [scope], task: undefined };
  const isAllowed = requiredScopes.every((each) => token.scopes.includes(each));
  if (!isAllowed || (task !== undefined && !page.tasks.includes(task))) {
    refuse(call, ownTokenErrors.permission(scope));
  }
  return { page, token };
}

function admitUser(call: Call): UserCaller {
  const { person, token } = authority.requireCaller(call);
  const edge = call.request.path.split('/').at(-1) ?? '';
  if (token.kind === 'page') refuse(call, ownTokenErrors.userTokenNeeded(edge));
  return { person, token };
}
