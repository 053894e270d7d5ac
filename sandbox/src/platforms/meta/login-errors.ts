import type { Call, FaultReplies } from '../../core/platform.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import type { GraphError } from './errors.ts';

export function oauthReply(message: string, status = 400): Reply {
  return json(status, { error_type: 'OAuthException', code: status, error_message: message });
}

export const loginTokenErrors = {
  wrongKind: (): GraphError => ({
    message: 'The access token is not of the kind that this call takes',
    code: 452,
  }),
  tooYoung: (type: string): GraphError => ({
    message: 'The access token must be at least 24 hours old to be refreshed',
    type,
    code: 100,
  }),
};

export function loginFaults(onGraph: FaultReplies, isCodeCall: (call: Call) => boolean): FaultReplies {
  const usedCode = () => oauthReply('This authorization code has been used');
  return {
    rateLimit: (call, seconds) =>
      isCodeCall(call) ? oauthReply('Application request limit reached', 429) : onGraph.rateLimit(call, seconds),
    serverError: (call) =>
      isCodeCall(call) ? oauthReply('Sorry, something went wrong.', 500) : onGraph.serverError(call),
    tokenExpired: (call) => (isCodeCall(call) ? usedCode() : onGraph.tokenExpired(call)),
    tokenRevoked: (call) => (isCodeCall(call) ? usedCode() : onGraph.tokenRevoked(call)),
    scopeMissing: (call) => (isCodeCall(call) ? usedCode() : onGraph.scopeMissing(call)),
  };
}
