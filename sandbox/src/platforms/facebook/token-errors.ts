import type { GraphError } from '../meta/errors.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { scopes } from './limits.ts';

export const ownTokenErrors = {
  pageTokenNeeded: (): GraphError => ({
    message: 'User Access Token Is Not Supported',
    code: 190,
    subcode: 2_069_032,
    user: ['User Access Token Is Not Supported', 'A Page access token is required for this call.'],
  }),
  userTokenNeeded: (edge: string): GraphError => ({
    message: `(#100) Tried accessing nonexisting field (${edge}) on node type (Page)`,
    code: 100,
  }),
  permission: (scope: string): GraphError => {
    if (scope === scopes.publish) {
      return {
        message: `(#200) Posting to a Page requires both ${scopes.read} and ${scopes.publish} as an admin with sufficient administrative permission`,
        code: 200,
        status: 403,
      };
    }
    const isNamed = scope === scopes.engage || scope === scopes.metadata;
    return isNamed ? tokenErrors.permissionOf(scope) : tokenErrors.permission();
  },
};
