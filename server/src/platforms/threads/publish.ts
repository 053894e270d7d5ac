import type { Post, Publish, Settled, ThreadPart } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { callAsAccount } from '../meta/client.ts';
import { prepareContainers } from '../meta/containers.ts';
import { reasonOf } from '../meta/graph.ts';
import { publishContainer, settleContainer } from '../meta/publish-container.ts';
import { webUrl } from '../shared/platform-text.ts';
import { threadsWith } from '../shared/thread-items.ts';
import type { ThreadsAccountCall, ThreadsCall } from './call.ts';
import { containers, replyContainers } from './containers.ts';
import { listThreads } from './list.ts';
import { check, limits, options } from './options.ts';
import { firstContents, replyContents } from './payloads.ts';

export const publish: Publish<ThreadsCall> = {
  limits,
  options,
  check,
  prepare: (call, post, publishState) => prepareContainers(containers, call, firstContents(post), publishState),
  send: (call, _post, publishState) => publishContainer(containers, call, publishState),
  settle: (call, post, { publishState, sentAt }) =>
    settleContainer(containers, call, publishState, () => findPublished(call, post, sentAt)),
  permalink: async (call, postId) => {
    const reply = await callAsAccount(call, encodeURIComponent(postId), { query: { fields: 'permalink' } });
    return reply.kind === 'ok' ? webUrl(reply.json['permalink']) : undefined;
  },
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, post, { index, previousId }, publishState) =>
      prepareContainers(replyContainers, call, replyContents(partAt(post, index), previousId), publishState),
    send: async (call, _post, _position, publishState) => {
      if (publishState === undefined) throw new Error('a reply cannot be sent before it is prepared');
      return await publishContainer(replyContainers, call, publishState);
    },
  },
};

function partAt({ thread }: Post, index: number): ThreadPart {
  const part = thread[index];
  if (part === undefined) throw new Error('the thread changed during publishing');
  return part;
}

const listLimit = 100;

async function findPublished(call: ThreadsAccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listThreads(call, listLimit);
  if (list.kind !== 'items')
    return inconclusive(`the post is published, but its ID could not be read: ${reasonOf(list)}`);
  const text = plain(post.text);
  return matchListed(list.items, {
    sentAt,
    isSamePost: (item) => plain(item.text) === text && item.media.length === post.media.length,
  });
}

/** Threads turns the first hashtag into a topic and removes its `#`. */
function plain(text: string): string {
  return comparableText(text).replaceAll('#', '');
}
