import type { Call } from '../../../core/platform.ts';
import { takeImage, takeVideo, type FetchedMedia } from '../../meta/take-media.ts';
import type { ContainerValues } from './container-parameters.ts';
import type { Failure } from './containers.ts';
import { limits } from '../limits.ts';
import { publishErrors } from './publish-errors.ts';

const imageRules = {
  types: ['image/jpeg', 'image/png'],
  bytes: limits.imageBytes,
  ratio: { min: 1 / limits.imageRatioMax, max: limits.imageRatioMax },
  errors: publishErrors,
};

const videoRules = {
  bytes: limits.videoBytes,
  ms: limits.videoMs,
  failures: { fetch: 'FAILED_DOWNLOADING_VIDEO', format: 'FAILED_PROCESSING_VIDEO', duration: 'INVALID_DURATION' },
  notFetchable: publishErrors.notFetchable,
} as const;

/** Threads scales wider images instead of refusing them. */
export async function takeSource(call: Call, values: ContainerValues): Promise<FetchedMedia<Failure>> {
  const { image_url: image, video_url: video } = values;
  if (image !== undefined) return takeImage(call, 'image_url', image, imageRules);
  return video === undefined ? {} : takeVideo<Failure>(call, video, videoRules);
}
