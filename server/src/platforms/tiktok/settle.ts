import type { Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import type { TiktokAccountCall, TiktokCall } from './call.ts';
import { publicLevel, readPublishState } from './publish-state.ts';
import { outcomeOf } from './poll.ts';
import { readStatus } from './status.ts';
import { listVideos } from './video-list.ts';

/** Photos have no publish ID yet, so they are found only in the list of public posts. */
export const settle: Publish<TiktokCall>['settle'] = async (call, post, { publishState, sentAt }) => {
  const progress = readPublishState(publishState);
  const { publishId } = progress;
  if (publishId === null) {
    if (progress.creator.privacy === publicLevel) return await findInList(call, post, sentAt);
    return { kind: 'inconclusive', reason: 'TikTok lists only public posts', canAskAgain: false };
  }
  const status = await readStatus(call, publishId);
  if (status.kind === 'error') return inconclusive(status.error.message);
  if (status.kind !== 'status') return inconclusive(status.reason);
  const size = post.media[0]?.sizeBytes ?? 0;
  if (status.status === 'PROCESSING_UPLOAD' && status.uploadedBytes < size) return { kind: 'absent' };
  const waitsForId = call.clock.now().getTime() - sentAt.getTime() < idWaitMs;
  const outcome = outcomeOf(status, { progress, post, account: call.account, waitsForId });
  if (outcome === undefined) return inconclusive('TikTok is still processing the post');
  if (outcome.kind !== 'published') return { kind: 'absent' };
  const { id, url } = outcome;
  return { kind: 'found', id, ...(url === undefined ? {} : { url }) };
};

/** After this time, a published post counts as found even without its ID. */
const idWaitMs = 5 * 60_000;
const limit = 20;

async function findInList(call: TiktokAccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listVideos(call, limit);
  if (list.kind !== 'videos') return inconclusive('the list of posts could not be parsed');
  const text = comparableText(post.text);
  return matchListed(list.videos, { sentAt, isSamePost: (video) => comparableText(video.text) === text });
}
