import type { AccountCall, Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { reasonOf } from '../meta/graph.ts';
import { readHandle } from './handle.ts';
import { listPosts, listReels, type Listed } from './lists.ts';
import { readVideo } from './video-status.ts';

/** A reel is asked for by its id; everything else is looked for in the lists, which can only tell that it is there. */
export const settle: Publish['settle'] = async (call, post, { handle, sentAt }) => {
  const { kind, video } = readHandle(handle);
  if (video !== null) return await askVideo(call, video);
  const list = await (kind === 'video' ? listReels(call, listLimit) : listPosts(call, listLimit));
  if (list.kind !== 'items') return inconclusive(reasonOf(list));
  return matchListed(list.items, { sentAt, isLike: (item) => isLike(item, post) });
};

async function askVideo(call: AccountCall, id: string): Promise<Settled> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') return inconclusive(reasonOf(status));
  return status.stage === 'published' ? { kind: 'found', id } : inconclusive(`the video is ${status.stage}`);
}

const listLimit = 100;

function isLike({ text, media }: Listed, post: Post): boolean {
  return media.length === post.media.length && comparableText(text) === comparableText(post.text);
}
