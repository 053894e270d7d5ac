import type { AccountCall, Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { readHandle } from './handle.ts';
import { requireVideo } from './prepare.ts';
import { titleOf } from './snippet.ts';
import { askProgress, toOutcome, videoUrl } from './upload.ts';
import { listUploads } from './uploads-list.ts';

const limit = 50;

/** The upload itself knows; only when it is gone the channel's list is looked through. */
export const settle: Publish['settle'] = async (call, post, { handle, sentAt }) => {
  const progress = await askProgress(call, requireVideo(post), readHandle(handle).uri);
  switch (progress.kind) {
    case 'whole': {
      const outcome = toOutcome(progress.reply);
      if (outcome.kind !== 'published') return inconclusive('the upload names no video');
      return { kind: 'found', id: outcome.id, url: videoUrl(outcome.id) };
    }
    case 'goingOn':
      return { kind: 'absent' };
    case 'gone':
      return await lookThrough(call, post, sentAt);
    case 'error':
      return inconclusive(progress.error.message);
    case 'lost':
    case 'notSent':
      return inconclusive(progress.reason);
  }
};

async function lookThrough(call: AccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listUploads(call, limit);
  if (list.kind !== 'videos') return inconclusive('the upload is gone, and the list of videos cannot be read');
  return matchListed(list.videos, {
    sentAt,
    isLike: ({ title, description }) =>
      comparableText(title) === comparableText(titleOf(post).title) &&
      comparableText(description) === comparableText(post.text),
  });
}
