import type { Publish } from '../adapter.ts';
import { reasonOf } from '../meta/graph.ts';
import { polledAgain, pollWaitMs, readHandle } from './handle.ts';
import { readVideo, rejected } from './video-status.ts';

/** After so much trouble it is not known whether it is out. */
const troublesMax = 10;

/** Facebook has it: only its own word that the video failed says that it is not out, trouble with asking never does. */
export const poll: NonNullable<Publish['poll']> = async (call, _post, handle) => {
  const parts = readHandle(handle);
  if (parts.video === null) throw new Error('only videos are followed');
  const status = await readVideo(call, parts.video);
  if (status.kind !== 'status') {
    const troubleCount = parts.troubleCount + 1;
    if (troubleCount >= troublesMax) return { kind: 'unknown', reason: reasonOf(status) };
    return { kind: 'pending', handle: { ...parts, troubleCount }, pollAfterMs: pollWaitMs(parts) };
  }
  if (status.stage === 'published') return { kind: 'published', id: parts.video };
  if (status.stage === 'failed' || status.stage === 'expired') return rejected(status.reason);
  const next = { ...polledAgain(parts), troubleCount: 0 };
  return { kind: 'pending', handle: next, pollAfterMs: pollWaitMs(next) };
};
