import type { Publish } from '../adapter.ts';
import { webUrl } from '../shared/network-text.ts';
import { check } from './check.ts';
import { callAsAccount, make } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { followUps } from './follow-ups.ts';
import { readHandle } from './handle.ts';
import { limits, limitsByType, options, postTypeOf } from './options.ts';
import { prepare } from './prepare.ts';
import { scopes } from './scopes.ts';
import { settle } from './settle.ts';

export const publish: Publish = {
  limits,
  limitsOf: (post) => limitsByType[postTypeOf(post)],
  options,
  check,
  prepare,
  send: async (call, _post, handle) => {
    const { container, isPublished } = readHandle(handle);
    if (container === null) throw new Error('a container is sent only when it is ready');
    // Never a second time: an earlier call had its effect after all, and the look-up finds it.
    if (isPublished) return { kind: 'unknown', reason: 'the container had been published before' };
    const path = `${call.account.providerAccountId}/media_publish`;
    const made = await make(call, path, { creation_id: container });
    return made.kind === 'made' ? { kind: 'published', id: made.id } : toSendOutcome(made, scopes.publish);
  },
  settle,
  permalink: async (call, postId) => {
    const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink' } });
    return reply.kind === 'ok' ? webUrl(reply.json['permalink']) : undefined;
  },
  followUps,
};
