import type { AccountCall, Handle, Outcome, Publish } from '../adapter.ts';
import { check } from './check.ts';
import { isKeyTaken, isRecordAbsent, isTokenRefused, toSendOutcome } from './errors.ts';
import { readHandle } from './handle.ts';
import { limits, options } from './options.ts';
import { prepare } from './prepare.ts';
import { collection, home, postUri, postUrl } from './session.ts';
import { ask, type Endpoint } from './xrpc.ts';

export const publish: Publish = {
  limits,
  options,
  check,
  prepare,
  send: async (call, _post, handle) => {
    const { key: rkey, record } = readFinal(handle);
    const repo = call.account.providerAccountId;
    const reply = await ask(call, home(call), (agent) =>
      agent.com.atproto.repo.createRecord({ repo, collection, rkey, record }),
    );
    if (reply.kind === 'ok') {
      const isOurs = reply.answer.uri === postUri(call, rkey);
      return isOurs ? published(call, rkey) : { kind: 'unknown', reason: 'the answer names another record' };
    }
    return isKeyTaken(reply) ? published(call, rkey) : toSendOutcome(reply);
  },
  settle: async (call, _post, { handle }) => {
    const { key } = readFinal(handle);
    const reply = await readRecord(call, home(call), key);
    if (reply.kind === 'ok' && reply.answer.uri === postUri(call, key)) {
      return { kind: 'found', id: postUri(call, key), url: postUrl(call, key) };
    }
    if (reply.kind === 'ok') return { kind: 'inconclusive', reason: 'another record was answered', canAskAgain: true };
    if (isRecordAbsent(reply)) return { kind: 'absent' };
    const reason = reply.kind === 'error' ? reply.message : reply.reason;
    return { kind: 'inconclusive', reason, canAskAgain: true };
  },
};

function readFinal(handle: Handle) {
  const { final } = readHandle(handle);
  if (final === null) throw new Error('a record is sent only when it is ready');
  return final;
}

function published(call: AccountCall, key: string): Outcome {
  return { kind: 'published', id: postUri(call, key), url: postUrl(call, key) };
}

/** Records are public: a token that has run out since must not stand in the way. */
async function readRecord(call: AccountCall, endpoint: Endpoint, rkey: string) {
  const repo = call.account.providerAccountId;
  const reply = await ask(call, endpoint, (agent) => agent.com.atproto.repo.getRecord({ repo, collection, rkey }));
  if (reply.kind === 'ok' || !isTokenRefused(reply) || endpoint.token === undefined) return reply;
  return await ask(call, { service: endpoint.service }, (agent) =>
    agent.com.atproto.repo.getRecord({ repo, collection, rkey }),
  );
}
