import { imageSizeOf } from '../../core/image-size.ts';
import type { LedgerMedia } from '../../core/ledger.ts';
import { mediaTypeOf } from '../../core/media-type.ts';
import type { Call } from '../../core/network.ts';
import { videoDurationMs } from '../../core/video-duration.ts';
import { refuse, refuseParameter } from '../meta/errors.ts';
import { limits } from './limits.ts';
import { publishErrors } from './publish-errors.ts';

/** Larger than any image may be, so that too large can be told from not there. */
const imageFetchBytes = 64 * 1024 * 1024;

export type Taken = { readonly file?: LedgerMedia; readonly failure?: number };

/** Images are judged while the container is made: what is wrong with them is refused at once. */
export async function takeImage(call: Call, url: string, hasRatioLimits: boolean): Promise<Taken> {
  checkUrl(call, 'image_url', url);
  const fetched = await call.fetchMedia(url, imageFetchBytes);
  const type = fetched && mediaTypeOf(fetched.bytes);
  if (fetched === undefined || type === undefined) refuse(call, publishErrors.notFetchable(url));
  const size = imageSizeOf(fetched.bytes);
  if (type !== 'image/jpeg' || size === undefined) refuse(call, publishErrors.imageFormat());
  if (fetched.bytes.length > limits.imageBytes) refuse(call, publishErrors.imageTooLarge());
  const ratio = Math.round((size.width / size.height) * 100) / 100;
  if (hasRatioLimits && (ratio < limits.imageRatioMin || ratio > limits.imageRatioMax)) {
    refuse(call, publishErrors.imageRatio(ratio));
  }
  return { file: { type: 'image', ...(await call.media.keep(fetched.bytes)) } };
}

type VideoLimits = { readonly bytes: number; readonly ms: { readonly min: number; readonly max: number } };

/** Videos are judged while they are processed: what is wrong with them shows in the status of the container. */
export async function takeVideo(call: Call, url: string, { bytes, ms }: VideoLimits): Promise<Taken> {
  checkUrl(call, 'video_url', url);
  if (!call.isHeraldUrl(url)) refuse(call, publishErrors.notFetchable(url));
  const fetched = await call.fetchMedia(url, bytes);
  if (fetched === undefined) return { failure: 2207077 };
  const type = mediaTypeOf(fetched.bytes);
  const durationMs = videoDurationMs(fetched.bytes) ?? ms.min;
  const isVideo = type === 'video/mp4' || type === 'video/quicktime';
  if (!isVideo || durationMs < ms.min || durationMs > ms.max) return { failure: 2207026 };
  return { file: { type: 'video', ...(await call.media.keep(fetched.bytes)) } };
}

function checkUrl(call: Call, name: string, url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    refuseParameter(call, `Param ${name} must be a valid URI`);
  }
}
