import type { Publish } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import type { LinkedinCall } from './call.ts';
import { check } from './check.ts';
import { callRest } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { followUps } from './follow-ups.ts';
import { readPublishState } from './publish-state.ts';
import { limits, options } from './options.ts';
import { postFields } from './payload.ts';
import { prepare } from './prepare.ts';
import { settle } from './settle.ts';
import { postUrl, postUrn } from './urns.ts';

const urnPattern = new RegExp(postUrn);

export const publish: Publish<LinkedinCall> = {
  limits,
  options,
  check,
  prepare,
  send: async (call, post, publishState) => {
    const body = jsonBody(postFields(call, post, readPublishState(publishState)));
    const reply = await callRest(call, { path: 'posts', body });
    if (reply.kind !== 'ok') return toSendOutcome(reply);
    const id = reply.headers['x-restli-id'] ?? reply.headers['x-linkedin-id'] ?? '';
    if (!urnPattern.test(id)) return { kind: 'unknown', reason: 'the response has no ID' };
    return { kind: 'published', id, url: postUrl(id) };
  },
  settle,
  followUps,
};
