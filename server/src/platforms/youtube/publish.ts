import type { Publish } from '../adapter.ts';
import { toSendOutcome } from './errors.ts';
import { readHandle } from './handle.ts';
import { check, limits, options } from './options.ts';
import { prepare, requireVideo } from './prepare.ts';
import { settle } from './settle.ts';
import { putPart, toOutcome } from './upload.ts';

export const publish: Publish = {
  limits,
  options,
  textColumn: 'youtube_description',
  check,
  prepare,
  send: async (call, post, handle) => {
    const progress = await putPart(call, requireVideo(post), readHandle(handle));
    switch (progress.kind) {
      case 'whole':
        return toOutcome(progress.reply);
      case 'goingOn':
        return { kind: 'notDone', reason: 'YouTube has not got all of the video yet' };
      case 'gone':
        // It may be gone because it was finished before.
        return { kind: 'unknown', reason: 'the upload is gone' };
      case 'error':
      case 'lost':
      case 'notSent':
        return toSendOutcome(call, progress);
    }
  },
  settle,
};
