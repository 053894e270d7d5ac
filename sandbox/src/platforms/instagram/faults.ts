import type { Call, FaultReplies } from '../../core/network.ts';
import { appThrottled, graphFaults } from '../meta/faults.ts';
import { oauthReply } from './errors.ts';
import { permissionError } from './graph-route.ts';
import { scopes } from './limits.ts';
import { findToken, meteredOf, tokens } from './tokens.ts';

const onGraph = graphFaults({
  meteredOf,
  throttled: () => appThrottled,
  permission: (call) => permissionError(call.route?.operation === 'createComment' ? scopes.comments : scopes.publish),
  revoke: (call) => {
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => tokens.put(tx, token.text, { ...token, isRevoked: true }));
  },
});

/** The host that turns codes into tokens has words of its own. */
export const faults: FaultReplies = {
  rateLimit: (call, seconds) =>
    isCodeHost(call) ? oauthReply('Application request limit reached', 429) : onGraph.rateLimit(call, seconds),
  serverError: (call) =>
    isCodeHost(call) ? oauthReply('Sorry, something went wrong.', 500) : onGraph.serverError(call),
  tokenExpired: (call) => (isCodeHost(call) ? usedCode() : onGraph.tokenExpired(call)),
  tokenRevoked: (call) => (isCodeHost(call) ? usedCode() : onGraph.tokenRevoked(call)),
  scopeMissing: (call) => (isCodeHost(call) ? usedCode() : onGraph.scopeMissing(call)),
};

const isCodeHost = (call: Call): boolean => call.request.host === 'api.instagram.com';

const usedCode = () => oauthReply('This authorization code has been used');
