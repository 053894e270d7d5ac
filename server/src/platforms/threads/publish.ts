import type { AccountCall, Post, Publish, Settled, ThreadPart } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { callAsAccount } from '../meta/client.ts';
import { prepareContainers } from '../meta/containers.ts';
import { reasonOf } from '../meta/graph.ts';
import { publishContainer, settleContainer } from '../meta/publish-container.ts';
import { webUrl } from '../shared/network-text.ts';
import { threadsWith } from '../shared/thread-items.ts';
import { containers, replyContainers } from './containers.ts';
import { listThreads } from './list.ts';
import { check, limits, options } from './options.ts';
import { firstContents, replyContents } from './payloads.ts';

export const publish: Publish = {
  limits,
  options,
  check,
  prepare: (call, post, handle) => prepareContainers(containers, call, firstContents(post), handle),
  send: (call, _post, handle) => publishContainer(containers, call, handle),
  settle: (call, post, { handle, sentAt }) =>
    settleContainer(containers, call, handle, () => findPublished(call, post, sentAt)),
  permalink: async (call, postId) => {
    const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink' } });
    return reply.kind === 'ok' ? webUrl(reply.json['permalink']) : undefined;
  },
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, post, { index, previousId }, handle) =>
      prepareContainers(replyContainers, call, replyContents(partAt(post, index), previousId), handle),
    send: async (call, _post, _place, handle) => {
      if (handle === undefined) throw new Error('a reply is sent only when it is ready');
      return await publishContainer(replyContainers, call, handle);
    },
  },
};

function partAt({ thread }: Post, index: number): ThreadPart {
  const part = thread[index];
  if (part === undefined) throw new Error('a thread changed while it was published');
  return part;
}

const listLimit = 100;

async function findPublished(call: AccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listThreads(call, listLimit);
  if (list.kind !== 'items') return inconclusive(`published, but its id could not be read: ${reasonOf(list)}`);
  const text = plain(post.text);
  return matchListed(list.items, {
    sentAt,
    isLike: (item) => plain(item.text) === text && item.media.length === post.media.length,
  });
}

/** The first tag of a text becomes its topic and loses its sign. */
function plain(text: string): string {
  return comparableText(text).replaceAll('#', '');
}
