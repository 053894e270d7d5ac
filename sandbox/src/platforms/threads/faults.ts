import { appThrottled, graphFaults } from '../meta/faults.ts';
import { loginFaults } from '../meta/login-errors.ts';
import { tokenErrors } from '../meta/token-errors.ts';
import { isCodeCall } from './errors.ts';
import { login } from './oauth.ts';

const onGraph = graphFaults({
  meteredOf: login.meteredOf,
  throttled: () => appThrottled,
  permission: tokenErrors.permission,
  revoke: login.authority.revokePresented,
});

export const faults = loginFaults(onGraph, isCodeCall);
