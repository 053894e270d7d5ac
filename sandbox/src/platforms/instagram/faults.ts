import { appThrottled, graphFaults } from '../meta/faults.ts';
import { loginFaults } from '../meta/login-errors.ts';
import { permissionError } from './graph-route.ts';
import { scopes } from './limits.ts';
import { codeHost, login } from './oauth.ts';

const onGraph = graphFaults({
  meteredOf: login.meteredOf,
  throttled: () => appThrottled,
  permission: (call) => permissionError(scopeOf(call.route?.operation ?? '')),
  revoke: login.authority.revokePresented,
});

/** Operations are named after their subject. */
function scopeOf(operation: string): string {
  if (/Insights/.test(operation)) return scopes.insights;
  if (/Comment|Repl/.test(operation)) return scopes.comments;
  return /Conversation|Message|Follower/.test(operation) ? scopes.messages : scopes.publish;
}

export const faults = loginFaults(onGraph, (call) => call.request.host === codeHost);
