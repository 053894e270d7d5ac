import { appThrottled, graphFaults } from '../meta/faults.ts';
import { loginFaults } from '../meta/login-errors.ts';
import { permissionError } from './graph-route.ts';
import { scopes } from './limits.ts';
import { login } from './tokens.ts';

const onGraph = graphFaults({
  meteredOf: login.meteredOf,
  throttled: () => appThrottled,
  permission: (call) => permissionError(call.route?.operation === 'createComment' ? scopes.comments : scopes.publish),
  revoke: login.revoke,
});

export const faults = loginFaults(onGraph, (call) => call.request.host === 'api.instagram.com');
