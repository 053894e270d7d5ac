import type { LedgerMedia } from '../../../core/state/ledger.ts';
import { mediaTypeOf } from '../../../core/media/media-type.ts';
import type { Call } from '../../../core/platform.ts';
import type { FilePart } from '../../../core/wire/read-body.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { limits } from '../limits.ts';
import { publishErrors } from './publish-errors.ts';

/** Above the limit for photos, to distinguish a large photo from a missing one. */
const fetchBytes = 64 * 1024 * 1024;

type Source = { readonly url?: string | undefined; readonly source?: string | FilePart | undefined };

export async function takePhoto(call: Call, { url, source }: Source): Promise<LedgerMedia> {
  if ((url === undefined) === (source === undefined)) {
    refuseParameter(call, 'Invalid parameter', 'Exactly one of url and source must be set.');
  }
  const bytes = url === undefined ? fileBytes(call, source) : await fetchBytesOf(call, url);
  const type = mediaTypeOf(bytes);
  const isPhoto = type === 'image/jpeg' || type === 'image/png' || type === 'image/gif' || isOldBitmap(bytes);
  if (!isPhoto) refuse(call, publishErrors.notPhoto());
  if (bytes.length > limits.photoBytes) refuse(call, publishErrors.photoTooLarge());
  return { type: type === 'image/gif' ? 'gif' : 'image', ...(await call.media.keep(bytes)) };
}

function fileBytes(call: Call, source: string | FilePart | undefined): Buffer {
  if (typeof source !== 'object') refuseParameter(call, 'Param source must be a file');
  return source.bytes;
}

async function fetchBytesOf(call: Call, url: string): Promise<Buffer> {
  const fetched = URL.canParse(url) ? await call.fetchMedia(url, fetchBytes) : undefined;
  return fetched?.bytes ?? refuse(call, publishErrors.notFetchable(url));
}

/** BMP, and TIFF in both byte orders. */
function isOldBitmap(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 4);
  return head.startsWith('BM') || head === 'II*\0' || head === 'MM\0*';
}
