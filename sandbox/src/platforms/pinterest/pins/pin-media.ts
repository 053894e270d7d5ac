import { imageSizeOf, type ImageSize } from '../../../core/media/image-size.ts';
import type { LedgerMedia } from '../../../core/state/ledger.ts';
import { mediaTypeOf } from '../../../core/media/media-type.ts';
import type { Call } from '../../../core/platform.ts';
import { readRecord } from '../api-route.ts';
import { refuseRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Person } from '../persons.ts';
import { checkWords } from './pin-body.ts';
import { statusOf, videos } from '../videos.ts';

export type Shown = { readonly files: readonly LedgerMedia[]; readonly coverUrl: string | null };

type Source = Readonly<Record<string, unknown>>;
type Take = (call: Call, source: Source, person: Person) => Promise<Shown>;

export async function takeMedia(call: Call, person: Person, source: Source): Promise<Shown> {
  const kind = String(source['source_type']);
  const take = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return (await take?.(call, source, person)) ?? refuseRequest(`'${kind}' is not a known source_type`);
}

const takeImage: Take = async (call, source) => {
  const { url } = readRecord(source, { source_type: 'string!', url: 'string!', is_standard: 'boolean' });
  return { files: [(await fetchImage(call, url)).file], coverUrl: null };
};

const itemShape = { url: 'string!', title: 'string', description: 'string', link: 'string' } as const;

const takeImages: Take = async (call, source) => {
  const { items, index = 0 } = readRecord(source, { source_type: 'string!', items: 'array!', index: 'integer' });
  if (items.length < limits.imagesMin || items.length > limits.imagesMax) {
    refuseRequest(`'items' has ${items.length} elements: minItems=${limits.imagesMin}, maxItems=${limits.imagesMax}`);
  }
  if (index < 0 || index >= items.length) refuseRequest("'index' is not one of the items");
  const read = items.map((item) => readRecord(item, itemShape));
  for (const item of read) checkWords(item);
  const images: Image[] = [];
  for (const { url } of read) images.push(await fetchImage(call, url));
  const sizes = new Set(images.map(({ size }) => `${size.width}x${size.height}`));
  if (sizes.size > 1) refuseRequest('the images of a carousel must all have the same size');
  return { files: images.map(({ file }) => file), coverUrl: null };
};

const videoShape = {
  source_type: 'string!',
  media_id: 'string!',
  cover_image_url: 'string',
  cover_image_content_type: 'string',
  cover_image_data: 'string',
  cover_image_key_frame_time: 'integer',
  is_standard: 'boolean',
} as const;

const takeVideo: Take = async (call, source, person) => {
  const fields = readRecord(source, videoShape);
  const { cover_image_url: coverUrl, cover_image_content_type: type, cover_image_data: data } = fields;
  const covers = [coverUrl, type, fields.cover_image_key_frame_time].filter((cover) => cover !== undefined);
  if (covers.length !== 1 || (type === undefined) !== (data === undefined)) {
    refuseRequest('exactly one of cover_image_url or cover_image_content_type or cover_image_key_frame_time is needed');
  }
  if ((fields.cover_image_key_frame_time ?? 0) < 0) refuseRequest('a time before 0');
  const video = videos.get(call.store, fields.media_id);
  if (video?.ownerId !== person.id) refuseRequest(`the media '${fields.media_id}' is not known`);
  const status = statusOf(video, call.clock.now());
  if (status !== 'succeeded' || video.file === undefined) refuseRequest(`the media is not ready: ${status}`);
  if (coverUrl !== undefined) await fetchImage(call, coverUrl);
  return { files: [video.file], coverUrl: coverUrl ?? null };
};

const kinds: Readonly<Record<string, Take>> = {
  image_url: takeImage,
  multiple_image_urls: takeImages,
  video_id: takeVideo,
};

type Image = { readonly file: LedgerMedia; readonly size: ImageSize };

/** Above the limit for images, to distinguish a large image from a missing one. */
const fetchBytes = 64 * 1024 * 1024;

async function fetchImage(call: Call, url: string): Promise<Image> {
  const fetched = URL.canParse(url) ? await call.fetchMedia(url, fetchBytes) : undefined;
  if (fetched === undefined) refuseRequest('Unable to reach the URL. Please check the URL and try again.');
  const { bytes } = fetched;
  const type = mediaTypeOf(bytes);
  const size = imageSizeOf(bytes);
  if (type === undefined || size === undefined) refuseRequest('the URL does not lead to an image');
  if (bytes.length > limits.imageBytes) refuseRequest('the image is too large');
  return { file: { type: type === 'image/gif' ? 'gif' : 'image', ...(await call.media.keep(bytes)) }, size };
}
