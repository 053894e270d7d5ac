import type { Call } from '../../../core/platform.ts';
import { takeImage, takeVideo, type FetchedMedia } from '../../meta/take-media.ts';
import type { ContainerValues } from './container-parameters.ts';
import type { ContainerKind } from './containers.ts';
import { limits } from '../limits.ts';
import { publishErrors } from './publish-errors.ts';

const imageRules = { types: ['image/jpeg'], bytes: limits.imageBytes, errors: publishErrors };
const feedRules = { ...imageRules, ratio: { min: limits.imageRatioMin, max: limits.imageRatioMax } };
const videoRules = {
  failures: { fetch: 2207077, format: 2207026, duration: 2207026 },
  notFetchable: publishErrors.notFetchable,
};

export function takeSource(call: Call, kind: ContainerKind, values: ContainerValues): Promise<FetchedMedia<number>> {
  const isStory = kind === 'story';
  const { image_url: image, video_url: video = '' } = values;
  if (image !== undefined) return takeImage(call, 'image_url', image, isStory ? imageRules : feedRules);
  const bytes = isStory ? limits.storyVideoBytes : limits.reelBytes;
  return takeVideo(call, video, { ...videoRules, bytes, ms: isStory ? limits.storyVideoMs : limits.reelMs });
}

export async function checkCover(call: Call, url: string): Promise<void> {
  await takeImage(call, 'cover_url', url, imageRules);
}
