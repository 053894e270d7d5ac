import { isJsonObject } from '../../../src/kernel/text/json.ts';
import type { ExternalPost, ExternalPosts } from '../../../src/platforms/adapter.ts';
import { platformText } from '../../../src/platforms/shared/platform-text.ts';
import type { ParrotCall } from './call.ts';
import { callParrot, tokenOf } from './client.ts';
import { toRefusal } from './errors.ts';
import { readCreated } from './publish.ts';

export const externalPosts: ExternalPosts<ParrotCall> = {
  list: async (call, { limit }) => {
    const path = `/squawks?page=${call.account.providerAccountId}&limit=${limit}`;
    const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toRefusal(reply);
    const { squawks } = reply.json;
    if (!Array.isArray(squawks)) return { kind: 'notDone', reason: 'the list could not be parsed' };
    return { kind: 'posts', posts: squawks.filter(isJsonObject).flatMap(toExternalPost) };
  },

  find: async (call, search) => {
    const id = 'id' in search ? search.id : /^https:\/\/parrot\.example\/[^/]+\/(\d+)$/.exec(search.url)?.[1];
    // Only a valid ID may become part of a path.
    if (id === undefined || !/^\d{1,20}$/.test(id)) return { kind: 'post', post: undefined };
    const reply = await callParrot(call, { method: 'GET', path: `/squawks/${id}`, token: tokenOf(call) });
    if (reply.kind === 'error' && reply.error.status === 404) return { kind: 'post', post: undefined };
    if (reply.kind !== 'ok') return toRefusal(reply);
    const isOwn = reply.json['page'] === call.account.providerAccountId;
    return { kind: 'post', post: isOwn ? toExternalPost(reply.json)[0] : undefined };
  },
};

function toExternalPost(squawk: Readonly<Record<string, unknown>>): ExternalPost[] {
  const created = readCreated(squawk);
  const publishedAt = new Date(typeof squawk['at'] === 'string' ? squawk['at'] : Number.NaN);
  if (created === undefined || Number.isNaN(publishedAt.getTime())) return [];
  const content = platformText(squawk['text']) ?? '';
  return [{ platformPostId: created.id, platformPostUrl: created.url, content, publishedAt, mediaItems: [] }];
}
