import type { Publish } from '../adapter.ts';
import type { YoutubeCall } from './call.ts';
import { toSendOutcome } from './errors.ts';
import { readPublishState } from './publish-state.ts';
import { check, limits, options } from './options.ts';
import { prepare, requireVideo } from './prepare.ts';
import { settle } from './settle.ts';
import { putPart, toOutcome } from './upload.ts';

export const publish: Publish<YoutubeCall> = {
  limits,
  options,
  textColumn: 'youtube_description',
  check,
  prepare,
  send: async (call, post, publishState) => {
    const progress = await putPart(call, requireVideo(post), readPublishState(publishState));
    switch (progress.kind) {
      case 'complete':
        return toOutcome(progress.reply);
      case 'incomplete':
        return { kind: 'notDone', reason: 'YouTube has not received the whole video yet' };
      case 'gone':
        // The upload may be gone because it was completed.
        return { kind: 'unknown', reason: 'the upload no longer exists' };
      case 'error':
      case 'lost':
      case 'notSent':
        return toSendOutcome(call, progress);
    }
  },
  settle,
};
