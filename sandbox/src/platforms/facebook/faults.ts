import type { Call, FaultReplies } from '../../core/network.ts';
import type { GraphError } from '../meta/errors.ts';
import { appThrottled, graphFaults } from '../meta/faults.ts';
import { scopes } from './limits.ts';
import { ownTokenErrors } from './token-errors.ts';
import { codeReply } from './token-routes.ts';
import { findToken, meteredOf, tokens } from './tokens.ts';

const pageThrottled: GraphError = {
  message: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
  code: 80_001,
  isTransient: true,
};

const reading = ['getPost', 'getVideo', 'listPosts', 'listReels'];

const onGraph = graphFaults({
  meteredOf,
  throttled: (call) => (meteredOf(call) === undefined ? appThrottled : pageThrottled),
  permission: (call) => ownTokenErrors.permission(scopeOf(call.route?.operation ?? '')),
  revoke: (call) => {
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => tokens.put(tx, token.text, { ...token, isRevoked: true }));
  },
});

function scopeOf(operation: string): string {
  if (operation === 'createComment') return scopes.engage;
  return reading.includes(operation) ? scopes.read : scopes.publish;
}

/** Where there is no token yet, it is the code that is refused. */
export const faults: FaultReplies = {
  ...onGraph,
  tokenExpired: (call) => (isCode(call) ? codeReply(call, 'expired') : onGraph.tokenExpired(call)),
  tokenRevoked: (call) => (isCode(call) ? codeReply(call, 'used') : onGraph.tokenRevoked(call)),
  scopeMissing: (call) => (isCode(call) ? codeReply(call, 'invalid') : onGraph.scopeMissing(call)),
};

const isCode = (call: Call): boolean => call.route?.operation === 'exchangeCode';
