import type { LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import { apiRoute, jsonBody, readBody, requireScope } from './api-route.ts';
import { refuse, refuseParameter } from './errors.ts';
import { finished, keep } from './finish.ts';
import { limits, scopes } from './limits.ts';
import { readPhotoInfo } from './post-info.ts';
import type { Publication } from './publications.ts';
import { checkSpam } from './spam.ts';

const shape = {
  post_info: 'object!',
  source_info: 'object!',
  post_mode: 'string!',
  media_type: 'string!',
} as const;
const sourceShape = { source: 'string!', photo_images: 'array!', photo_cover_index: 'integer!' } as const;

/** TikTok fetches photos itself, so this request is the only one. */
export const initPhotos = apiRoute({
  method: 'POST',
  path: '/post/publish/content/init/',
  operation: 'initPhotos',
  scopes: [scopes.publish, scopes.upload],
  rate: 'init',
  handle: async (call, { person, token }) => {
    const body = readBody(call, jsonBody(call), shape);
    if (body.media_type !== 'PHOTO') refuseParameter(call, 'media_type must be PHOTO');
    if (body.post_mode !== 'DIRECT_POST' && body.post_mode !== 'MEDIA_UPLOAD') {
      refuseParameter(call, 'post_mode must be DIRECT_POST or MEDIA_UPLOAD');
    }
    const isDraft = body.post_mode === 'MEDIA_UPLOAD';
    requireScope(call, token, [isDraft ? scopes.upload : scopes.publish]);
    const info = readPhotoInfo(call, person, { value: body.post_info, isDraft });
    const urls = readUrls(call, body.source_info);
    checkSpam(call, person, isDraft);
    const publication: Publication = {
      ...info,
      publishId: `p_${isDraft ? 'inbox' : 'pub'}_url~v2-1.${call.random.digits(19)}`,
      openId: person.openId,
      kind: 'photo',
      isDraft,
      createdAt: call.clock.now(),
      files: [],
    };
    const completed = finished(call, publication, await takePhotos(call, urls));
    call.commit((tx) => keep(tx, completed));
    return { publish_id: publication.publishId };
  },
});

function readUrls(call: Call, value: unknown): string[] {
  const source = readBody(call, value, sourceShape, 'source_info');
  if (source.source !== 'PULL_FROM_URL') refuseParameter(call, 'source_info.source must be PULL_FROM_URL');
  const urls = source.photo_images.filter((url) => typeof url === 'string');
  if (urls.length < source.photo_images.length || urls.length < 1 || urls.length > limits.photosMax) {
    refuseParameter(call, `source_info.photo_images must be 1 to ${limits.photosMax} addresses`);
  }
  if (source.photo_cover_index < 0 || source.photo_cover_index >= urls.length) {
    refuseParameter(call, 'source_info.photo_cover_index is not one of the photos');
  }
  if (!urls.every((url) => call.isHeraldUrl(url))) {
    refuse(call, {
      status: 403,
      code: 'url_ownership_unverified',
      message: 'Please review our URL ownership verification rules.',
    });
  }
  return urls;
}

/** Invalid photos show only in the status. */
async function takePhotos(call: Call, urls: readonly string[]) {
  const files: LedgerMedia[] = [];
  for (const url of urls) {
    const fetched = await call.fetchMedia(url, 3 * limits.photoBytes);
    if (fetched === undefined) return { files, failReason: 'photo_pull_failed' };
    const type = mediaTypeOf(fetched.bytes);
    if (type !== 'image/jpeg' && type !== 'image/webp') return { files, failReason: 'file_format_check_failed' };
    if (fetched.bytes.length > limits.photoBytes) return { files, failReason: 'picture_size_check_failed' };
    files.push({ type: 'image', ...(await call.media.keep(fetched.bytes)) });
  }
  return { files, failReason: undefined };
}
