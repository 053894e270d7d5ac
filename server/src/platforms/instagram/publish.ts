import type { Publish } from '../adapter.ts';
import { webUrl } from '../shared/platform-text.ts';
import type { InstagramCall } from './call.ts';
import { check } from './check.ts';
import { containers } from './containers.ts';
import { callAsAccount } from '../meta/client.ts';
import { publishContainer } from '../meta/publish-container.ts';
import { followUps } from './follow-ups.ts';
import { limits, limitsByType, options, postTypeOf } from './options.ts';
import { prepare } from './prepare.ts';
import { settle } from './settle.ts';

export const publish: Publish<InstagramCall> = {
  limits,
  limitsOf: (post) => limitsByType[postTypeOf(post)],
  options,
  check,
  prepare,
  send: (call, _post, publishState) => publishContainer(containers, call, publishState),
  settle,
  permalink: async (call, postId) => {
    const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink' } });
    return reply.kind === 'ok' ? webUrl(reply.json['permalink']) : undefined;
  },
  followUps,
};
