import type { Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import type { YoutubeAccountCall, YoutubeCall } from './call.ts';
import { readPublishState } from './publish-state.ts';
import { requireVideo } from './prepare.ts';
import { titleOf } from './snippet.ts';
import { readProgress, toOutcome, videoUrl } from './upload.ts';
import { listUploads } from './uploads-list.ts';

const limit = 50;

/** Searches the channel's videos only if the upload is gone. */
export const settle: Publish<YoutubeCall>['settle'] = async (call, post, { publishState, sentAt }) => {
  const progress = await readProgress(call, requireVideo(post), readPublishState(publishState).uri);
  switch (progress.kind) {
    case 'complete': {
      const outcome = toOutcome(progress.reply);
      if (outcome.kind !== 'published') return inconclusive('the upload has no video ID');
      return { kind: 'found', id: outcome.id, url: videoUrl(outcome.id) };
    }
    case 'incomplete':
      return { kind: 'absent' };
    case 'gone':
      return await findInList(call, post, sentAt);
    case 'error':
      return inconclusive(progress.error.message);
    case 'lost':
    case 'notSent':
      return inconclusive(progress.reason);
  }
};

async function findInList(call: YoutubeAccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listUploads(call, limit);
  if (list.kind !== 'videos')
    return inconclusive('the upload no longer exists, and the list of videos could not be parsed');
  return matchListed(list.videos, {
    sentAt,
    isSamePost: ({ title, description }) =>
      comparableText(title) === comparableText(titleOf(post).title) &&
      comparableText(description) === comparableText(post.text),
  });
}
