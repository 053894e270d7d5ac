import type { PublishState, Outcome, Publish } from '../adapter.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { check } from './check.ts';
import { isKeyTaken, isRecordAbsent, isTokenRefused, toSendOutcome } from './errors.ts';
import { readPublishState } from './publish-state.ts';
import { limits, options } from './options.ts';
import { prepare } from './prepare.ts';
import { collection, home, postUri, postUrl } from './session.ts';
import { callXrpc, type Endpoint } from './xrpc.ts';

export const publish: Publish<BlueskyCall> = {
  limits,
  options,
  check,
  prepare,
  send: async (call, _post, publishState) => {
    const { key: rkey, record } = readFinal(publishState);
    const repo = call.account.providerAccountId;
    const reply = await callXrpc(call, home(call), (agent) =>
      agent.com.atproto.repo.createRecord({ repo, collection, rkey, record }),
    );
    if (reply.kind === 'ok') {
      const isOurs = reply.data.uri === postUri(call, rkey);
      return isOurs ? published(call, rkey) : { kind: 'unknown', reason: 'the response names another record' };
    }
    return isKeyTaken(reply) ? published(call, rkey) : toSendOutcome(reply);
  },
  settle: async (call, _post, { publishState }) => {
    const { key } = readFinal(publishState);
    const reply = await readRecord(call, home(call), key);
    if (reply.kind === 'ok' && reply.data.uri === postUri(call, key)) {
      return { kind: 'found', id: postUri(call, key), url: postUrl(call, key) };
    }
    if (reply.kind === 'ok')
      return { kind: 'inconclusive', reason: 'the response contains another record', canAskAgain: true };
    if (isRecordAbsent(reply)) return { kind: 'absent' };
    const reason = reply.kind === 'error' ? reply.error.message : reply.reason;
    return { kind: 'inconclusive', reason, canAskAgain: true };
  },
};

function readFinal(publishState: PublishState) {
  const { final } = readPublishState(publishState);
  if (final === null) throw new Error('a record cannot be sent before it is prepared');
  return final;
}

function published(call: BlueskyAccountCall, key: string): Outcome {
  return { kind: 'published', id: postUri(call, key), url: postUrl(call, key) };
}

/** Records are public: if the token has expired, the record is read without it. */
async function readRecord(call: BlueskyAccountCall, endpoint: Endpoint, rkey: string) {
  const repo = call.account.providerAccountId;
  const reply = await callXrpc(call, endpoint, (agent) => agent.com.atproto.repo.getRecord({ repo, collection, rkey }));
  if (reply.kind === 'ok' || !isTokenRefused(reply) || endpoint.token === undefined) return reply;
  return await callXrpc(call, { service: endpoint.service }, (agent) =>
    agent.com.atproto.repo.getRecord({ repo, collection, rkey }),
  );
}
