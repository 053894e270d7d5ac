import { imageSizeOf } from '../../core/media/image-size.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import { videoDurationMs } from '../../core/media/video-duration.ts';
import { refuse, refuseParameter, type GraphError } from './errors.ts';

/** Above the limit for images, to distinguish a large image from a missing one. */
const imageFetchBytes = 64 * 1024 * 1024;

export type FetchedMedia<Failure> = { readonly file?: LedgerMedia; readonly failure?: Failure };

type ImageRules = {
  readonly types: readonly string[];
  readonly bytes: number;
  readonly ratio?: { readonly min: number; readonly max: number };
  readonly errors: {
    notFetchable(url: string): GraphError;
    imageFormat(): GraphError;
    imageTooLarge(): GraphError;
    imageRatio(ratio: number): GraphError;
  };
};

/** Refuses invalid images when the container is created. */
export async function takeImage(
  call: Call,
  name: string,
  url: string,
  rules: ImageRules,
): Promise<{ file: LedgerMedia }> {
  const { types, bytes, ratio: range, errors } = rules;
  checkUrl(call, name, url);
  const fetched = await call.fetchMedia(url, imageFetchBytes);
  const type = fetched && mediaTypeOf(fetched.bytes);
  if (fetched === undefined || type === undefined) refuse(call, errors.notFetchable(url));
  const size = imageSizeOf(fetched.bytes);
  if (!types.includes(type) || size === undefined) refuse(call, errors.imageFormat());
  if (fetched.bytes.length > bytes) refuse(call, errors.imageTooLarge());
  const ratio = Math.round((size.width / size.height) * 100) / 100;
  if (range !== undefined && (ratio < range.min || ratio > range.max)) refuse(call, errors.imageRatio(ratio));
  return { file: { type: 'image', ...(await call.media.keep(fetched.bytes)) } };
}

type VideoRules<Failure> = {
  readonly bytes: number;
  readonly ms: { readonly min: number; readonly max: number };
  readonly failures: { readonly fetch: Failure; readonly format: Failure; readonly duration: Failure };
  notFetchable(url: string): GraphError;
};

/** Invalid videos show only in the container's status. */
export async function takeVideo<Failure>(
  call: Call,
  url: string,
  rules: VideoRules<Failure>,
): Promise<FetchedMedia<Failure>> {
  const { bytes, ms, failures, notFetchable } = rules;
  checkUrl(call, 'video_url', url);
  if (!call.isHeraldUrl(url)) refuse(call, notFetchable(url));
  const fetched = await call.fetchMedia(url, bytes);
  if (fetched === undefined) return { failure: failures.fetch };
  const type = mediaTypeOf(fetched.bytes);
  if (type !== 'video/mp4' && type !== 'video/quicktime') return { failure: failures.format };
  const durationMs = videoDurationMs(fetched.bytes) ?? ms.min;
  if (durationMs < ms.min || durationMs > ms.max) return { failure: failures.duration };
  return { file: { type: 'video', ...(await call.media.keep(fetched.bytes)) } };
}

function checkUrl(call: Call, name: string, url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    refuseParameter(call, `Param ${name} must be a valid URI`);
  }
}
