import type { Publish } from '../adapter.ts';
import { reasonOf } from '../meta/graph.ts';
import type { FacebookCall } from './call.ts';
import { polledAgain, pollWaitMs, readPublishState } from './publish-state.ts';
import { readVideo, rejected } from './video-status.ts';

/** Failed polls in a row before the outcome is unknown. */
const troublesMax = 10;

/** Only Facebook's own report of a failed video proves that it is not published; failed polls never do. */
export const poll: NonNullable<Publish<FacebookCall>['poll']> = async (call, _post, publishState) => {
  const parts = readPublishState(publishState);
  if (parts.video === null) throw new Error('only videos can be polled');
  const status = await readVideo(call, parts.video);
  if (status.kind !== 'status') {
    const troubleCount = parts.troubleCount + 1;
    if (troubleCount >= troublesMax) return { kind: 'unknown', reason: reasonOf(status) };
    return { kind: 'pending', publishState: { ...parts, troubleCount }, pollAfterMs: pollWaitMs(parts) };
  }
  if (status.stage === 'published') return { kind: 'published', id: parts.video };
  if (status.stage === 'failed' || status.stage === 'expired') return rejected(status.reason);
  const next = { ...polledAgain(parts), troubleCount: 0 };
  return { kind: 'pending', publishState: next, pollAfterMs: pollWaitMs(next) };
};
