import type { AccountCall, Post, Publish, Settled } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { publicLevel, readHandle } from './handle.ts';
import { outcomeOf } from './poll.ts';
import { readStatus } from './status.ts';
import { listVideos } from './video-list.ts';

/** A video has its publish id before the last part is sent; of photos only a hit in the list tells anything. */
export const settle: Publish['settle'] = async (call, post, { handle, sentAt }) => {
  const progress = readHandle(handle);
  const { publishId } = progress;
  if (publishId === null) {
    if (progress.creator.privacy === publicLevel) return await lookThrough(call, post, sentAt);
    return { kind: 'inconclusive', reason: 'TikTok lists public posts alone', canAskAgain: false };
  }
  const status = await readStatus(call, publishId);
  if (status.kind === 'error') return inconclusive(status.error.message);
  if (status.kind !== 'status') return inconclusive(status.reason);
  const size = post.media[0]?.sizeBytes ?? 0;
  if (status.status === 'PROCESSING_UPLOAD' && status.uploadedBytes < size) return { kind: 'absent' };
  const waitsForId = call.clock.now().getTime() - sentAt.getTime() < idWaitMs;
  const outcome = outcomeOf(status, { progress, post, account: call.account, waitsForId });
  if (outcome === undefined) return inconclusive('TikTok is still working on it');
  if (outcome.kind !== 'published') return { kind: 'absent' };
  const { id, url } = outcome;
  return { kind: 'found', id, ...(url === undefined ? {} : { url }) };
};

/** A post that is out is not in doubt for want of its id. */
const idWaitMs = 5 * 60_000;
const limit = 20;

async function lookThrough(call: AccountCall, post: Post, sentAt: Date): Promise<Settled> {
  const list = await listVideos(call, limit);
  if (list.kind !== 'videos') return inconclusive('the list of posts cannot be read');
  const text = comparableText(post.text);
  return matchListed(list.videos, { sentAt, isLike: (video) => comparableText(video.text) === text });
}
