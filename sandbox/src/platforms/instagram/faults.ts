import { appThrottled, graphFaults } from '../meta/faults.ts';
import { loginFaults } from '../meta/login-errors.ts';
import { permissionError } from './graph-route.ts';
import { scopes } from './limits.ts';
import { codeHost, login } from './oauth.ts';

const onGraph = graphFaults({
  meteredOf: login.meteredOf,
  throttled: () => appThrottled,
  permission: (call) => permissionError(call.route?.operation === 'createComment' ? scopes.comments : scopes.publish),
  revoke: login.authority.revokePresented,
});

export const faults = loginFaults(onGraph, (call) => call.request.host === codeHost);
