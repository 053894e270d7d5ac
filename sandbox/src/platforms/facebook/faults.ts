import type { Call, FaultReplies } from '../../core/platform.ts';
import type { GraphError } from '../meta/errors.ts';
import { appThrottled, graphFaults } from '../meta/faults.ts';
import { scopes } from './limits.ts';
import { authority, codeErrorReply, meteredOf } from './oauth.ts';
import { ownTokenErrors } from './token-errors.ts';

const pageThrottled: GraphError = {
  message: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
  code: 80_001,
  isTransient: true,
};

const reading = [
  'getPost',
  'getVideo',
  'listPosts',
  'listReels',
  'getPage',
  'getPostInsights',
  'getComment',
  'listComments',
];

const onGraph = graphFaults({
  meteredOf,
  throttled: (call) => (meteredOf(call) === undefined ? appThrottled : pageThrottled),
  permission: (call) => ownTokenErrors.permission(scopeOf(call.route?.operation ?? '')),
  revoke: authority.revokePresented,
});

function scopeOf(operation: string): string {
  if (reading.includes(operation)) return scopes.read;
  return operation.endsWith('Comment') ? scopes.engage : scopes.publish;
}

/** A code exchange has no token yet, so its code is refused instead. */
export const faults: FaultReplies = {
  ...onGraph,
  tokenExpired: (call) => (isCode(call) ? codeErrorReply(call, 'expired') : onGraph.tokenExpired(call)),
  tokenRevoked: (call) => (isCode(call) ? codeErrorReply(call, 'used') : onGraph.tokenRevoked(call)),
  scopeMissing: (call) => (isCode(call) ? codeErrorReply(call, 'unknown') : onGraph.scopeMissing(call)),
};

const isCode = (call: Call): boolean => call.route?.operation === 'exchangeCode';
