import { mediaTypeOf } from '../../../core/media/media-type.ts';
import type { Call } from '../../../core/platform.ts';
import { videoDurationMs } from '../../../core/media/video-duration.ts';
import { slownessOf } from '../../meta/processing.ts';
import { limits, processing } from '../limits.ts';
import type { Video } from '../videos.ts';

export const isVideo = (bytes: Uint8Array): boolean => mediaTypeOf(bytes)?.startsWith('video/') === true;

/** A complete file; `readyAt` is the end of processing. */
export function processingOf(call: Call, flow: Video['flow'], bytes: Uint8Array): Pick<Video, 'readyAt' | 'failure'> {
  const readyAt = call.clock.now() + processing.videoMs + slownessOf(call);
  const failure =
    call.takeFault('processingFailed') === undefined ? faultOf(flow, bytes) : 'The video cannot be processed.';
  return { readyAt, ...(failure !== undefined && { failure }) };
}

function faultOf(flow: Video['flow'], bytes: Uint8Array): string | undefined {
  if (!isVideo(bytes)) return 'The video is in a format that is not supported.';
  const { min, max } = flow === 'reel' ? limits.reelMs : limits.videoMs;
  const durationMs = videoDurationMs(bytes) ?? min;
  return durationMs < min || durationMs > max ? 'The length of the video is not supported.' : undefined;
}
