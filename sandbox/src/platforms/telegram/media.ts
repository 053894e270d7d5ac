import { createHash } from 'node:crypto';
import { imageSizeOf, type ImageSize } from '../../core/media/image-size.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf, type MediaType } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import type { FilePart } from '../../core/wire/read-body.ts';
import { refuse } from './errors.ts';
import { files, type StoredFile } from './files.ts';
import { limits } from './limits.ts';

export type MediaKind = 'photo' | 'video' | 'animation';

/** The extension of `name` decides the kind. */
type Source = { readonly bytes: Buffer; readonly isFetched: boolean; readonly name?: string };

const acceptedTypes: Readonly<Record<MediaKind, readonly MediaType[]>> = {
  photo: ['image/jpeg', 'image/png', 'image/webp'],
  video: ['video/mp4'],
  animation: ['image/gif', 'video/mp4'],
};
const refusedUploads: Readonly<Record<MediaKind, string>> = {
  photo: 'IMAGE_PROCESS_FAILED',
  video: 'VIDEO_CONTENT_TYPE_INVALID',
  animation: 'VIDEO_CONTENT_TYPE_INVALID',
};

/** `value`: an upload, an attached part, a URL of Herald, or an earlier file's ID. */
export async function takeMedia(call: Call, kind: MediaKind, value: string | FilePart): Promise<StoredFile> {
  const known = typeof value === 'string' ? files.get(call.store, value) : undefined;
  if (known !== undefined) {
    if (known.kind !== kind) refuse(400, `Bad Request: can't use file of type ${known.kind} as ${kind}`);
    return known;
  }
  const source = await bytesOf(call, kind, value);
  const size = check(kind, source);
  const stored = await call.media.keep(source.bytes);
  return {
    ...stored,
    kind,
    mimeType: mediaTypeOf(source.bytes) ?? 'application/octet-stream',
    fileId: `AgACAgQAAx${call.random.text(46)}`,
    uniqueId: createHash('sha256').update(stored.sha256).digest('base64url').slice(0, 15),
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    isDocument: source.name !== undefined && !extensions[kind].test(source.name),
  };
}

/** Without a matching extension, an upload becomes a document. */
const extensions: Readonly<Record<MediaKind, RegExp>> = {
  photo: /^/,
  video: /\.(mp4|mov)$/i,
  animation: /\.(gif|mp4)$/i,
};

async function bytesOf(call: Call, kind: MediaKind, value: string | FilePart): Promise<Source> {
  if (typeof value !== 'string') return { bytes: value.bytes, isFetched: false, name: value.filename };
  const attached = /^attach:\/\/(.+)$/.exec(value)?.[1];
  if (attached !== undefined) {
    const { bytes, filename } = attachedPart(call, attached);
    return { bytes, isFetched: false, name: filename };
  }
  if (!/^https?:\/\//.test(value)) refuse(400, 'Bad Request: wrong file identifier/HTTP URL specified');
  const sizeBytesMax = kind === 'photo' ? limits.photoUrlBytes : limits.otherUrlBytes;
  const fetched = await call.fetchMedia(value, sizeBytesMax);
  if (fetched === undefined) refuse(400, 'Bad Request: failed to get HTTP URL content');
  return { bytes: fetched.bytes, isFetched: true };
}

export function attachedPart({ request }: Call, name: string): FilePart {
  const parts = request.body.kind === 'multipart' ? request.body.files : [];
  return parts.find((part) => part.field === name) ?? refuse(400, `Bad Request: file "${name}" is not attached`);
}

function check(kind: MediaKind, { bytes, isFetched }: Source): ImageSize | undefined {
  if (bytes.length === 0) refuse(400, 'Bad Request: file must be non-empty');
  const maxBytes = kind === 'photo' ? limits.photoUploadBytes : limits.otherUploadBytes;
  if (bytes.length > maxBytes) {
    if (kind !== 'photo') refuse(413, 'Request Entity Too Large');
    const description = `file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${maxBytes} bytes`;
    refuse(400, `Bad Request: ${description}`);
  }
  const type = mediaTypeOf(bytes);
  if (type === undefined || !acceptedTypes[kind].includes(type)) {
    refuse(400, `Bad Request: ${isFetched ? 'wrong type of the web page content' : refusedUploads[kind]}`);
  }
  const size = imageSizeOf(bytes);
  if (kind === 'photo') checkPhotoSize(size);
  return size;
}

function checkPhotoSize(size: ImageSize | undefined): void {
  if (size === undefined || size.width === 0 || size.height === 0) refuse(400, 'Bad Request: IMAGE_PROCESS_FAILED');
  const { width, height } = size;
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (width + height > limits.photoSideSum || ratio > limits.photoRatio) {
    refuse(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS');
  }
}

export function ledgerMedia({ kind, sizeBytes, sha256, isDocument }: StoredFile): LedgerMedia {
  const type = ({ photo: 'image', video: 'video', animation: 'gif' } as const)[kind];
  return { type: isDocument ? 'document' : type, sizeBytes, sha256 };
}
