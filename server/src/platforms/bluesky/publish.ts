import type { PublishState, Outcome, Publish } from '../adapter.ts';
import { threadsWith } from '../shared/thread-items.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { check } from './check.ts';
import { isKeyTaken, isRecordAbsent, toSendOutcome } from './errors.ts';
import { readPublishState } from './publish-state.ts';
import { limits, options } from './options.ts';
import { prepare, prepareReply } from './prepare.ts';
import { readRecord } from './read-record.ts';
import { collection, home, postUri, postUrl } from './session.ts';
import { callXrpc } from './xrpc.ts';

export const publish: Publish<BlueskyCall> = {
  limits,
  options,
  check,
  prepare,
  send: (call, _post, publishState) => createRecord(call, publishState),
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
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: prepareReply,
    send: async (call, _post, _position, publishState) => {
      if (publishState === undefined) throw new Error('a reply cannot be sent before it is prepared');
      return await createRecord(call, publishState);
    },
  },
};

async function createRecord(call: BlueskyAccountCall, publishState: PublishState): Promise<Outcome> {
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
}

function readFinal(publishState: PublishState) {
  const { final } = readPublishState(publishState);
  if (final === null) throw new Error('a record cannot be sent before it is prepared');
  return final;
}

function published(call: BlueskyAccountCall, key: string): Outcome {
  return { kind: 'published', id: postUri(call, key), url: postUrl(call, key) };
}
