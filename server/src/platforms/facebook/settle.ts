import type { Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { reasonOf } from '../meta/graph.ts';
import type { FacebookAccountCall, FacebookCall } from './call.ts';
import { readPublishState } from './publish-state.ts';
import { listPosts, listReels, type Listed } from './lists.ts';
import { readVideo } from './video-status.ts';

/** Looks up a reel by its ID. For everything else there are only lists, which cannot prove that a post is absent. */
export const settle: Publish<FacebookCall>['settle'] = async (call, post, { publishState, sentAt }) => {
  const { kind, video } = readPublishState(publishState);
  if (video !== null) return await lookUpVideo(call, video);
  const list = await (kind === 'video' ? listReels(call, listLimit) : listPosts(call, listLimit));
  if (list.kind !== 'items') return inconclusive(reasonOf(list));
  return matchListed(list.items, { sentAt, isSamePost: (item) => isSamePost(item, post) });
};

async function lookUpVideo(call: FacebookAccountCall, id: string): Promise<Settled> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') return inconclusive(reasonOf(status));
  return status.stage === 'published' ? { kind: 'found', id } : inconclusive(`the video is ${status.stage}`);
}

const listLimit = 100;

function isSamePost({ text, media }: Listed, post: Post): boolean {
  return media.length === post.media.length && comparableText(text) === comparableText(post.text);
}
