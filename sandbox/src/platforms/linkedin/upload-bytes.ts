import { imageSizeOf } from '../../core/media/image-size.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call, Route, WireRequest } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { assets, partRanges, type Asset, type AssetKind } from './assets.ts';
import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { authority } from './oauth.ts';
import { processed } from './process-asset.ts';

const accepted: Reply = { status: 201, headers: {}, body: '' };

export const uploadImage = upload('image', 'uploadImage', async (call, asset, bytes) => {
  requireOwner(call, asset);
  await takeFile(call, asset, { bytes, type: imageType(bytes), failure: imageFault(bytes) });
  return accepted;
});

export const uploadDocument = upload('document', 'uploadDocument', async (call, asset, bytes) => {
  requireOwner(call, asset);
  await takeFile(call, asset, { bytes, type: 'document', failure: documentFault(bytes) });
  return accepted;
});

/** The upload URL is the only authorization. Parts can be sent again until the upload is finalized. */
export const uploadVideoPart = upload('video', 'uploadVideoPart', async (call, asset, bytes) => {
  const partNumber = call.request.params['part'] ?? '';
  const range = partRanges(asset.sizeBytes ?? 0)[Number(partNumber)];
  if (range === undefined || bytes.length !== range.lastByte - range.firstByte + 1) {
    refuse({ status: 400, message: 'The part does not have the size of its upload instruction' });
  }
  const part = { etag: `/ambry-video/signedId/${call.random.text(43)}`, ...(await call.media.keep(bytes)) };
  call.commit((tx) => {
    const now = assets.get(tx, asset.id) ?? asset;
    assets.put(tx, asset.id, { ...now, parts: { ...now.parts, [partNumber]: part } });
  });
  return { ...accepted, status: 200, headers: { etag: part.etag } };
});

type Take = (call: Call, asset: Asset, bytes: Buffer) => Promise<Reply>;

function upload(kind: AssetKind, operation: string, take: Take): Route {
  return {
    host: 'www.linkedin.com',
    methods: ['PUT'],
    path: `/dms-uploads/sp/{asset}/uploaded-${kind}/{part}`,
    operation,
    bodyBytesMax: kind === 'document' ? limits.documentBytes : 64 * 1024 * 1024,
    handle: (call) => take(call, requireAsset(call, kind), bytesOf(call)),
  };
}

function requireAsset({ store, request, clock }: Call, kind: AssetKind): Asset {
  const asset = assets.get(store, request.params['asset'] ?? '');
  if (asset?.kind !== kind || !isWhole(request, asset)) refuse({ status: 403, message: 'The upload URL is not valid' });
  if (clock.now() >= asset.uploadUrlsExpireAt) refuse({ status: 403, message: 'The upload URL has expired' });
  if (asset.readyAt !== undefined && kind === 'video') {
    refuse({ status: 400, message: 'The upload has been finalized' });
  }
  return asset;
}

/** The upload URL must be exactly the issued one. */
function isWhole({ params, query }: WireRequest, { kind, uploadSecret }: Asset): boolean {
  const partPattern = kind === 'video' ? /^\d{1,3}$/ : /^0$/;
  const parameters = new URLSearchParams(query);
  parameters.sort();
  const right = new URLSearchParams({ sync: '0', ut: uploadSecret, v: 'beta' });
  return partPattern.test(params['part'] ?? '') && parameters.toString() === right.toString();
}

function bytesOf({ request }: Call): Buffer {
  const { body } = request;
  if (body.kind !== 'bytes') refuse({ status: 400, message: 'The body must be the bytes of the file' });
  return body.bytes;
}

function requireOwner(call: Call, { ownerId }: Asset): void {
  const { person } = authority.requireCaller(call);
  if (person.id !== ownerId) refuse({ status: 403, message: 'The upload URL belongs to another member' });
}

type UploadedFile = {
  readonly bytes: Buffer;
  readonly type: LedgerMedia['type'];
  readonly failure: string | undefined;
};

/** Reports invalid files only during processing. */
async function takeFile(call: Call, asset: Asset, { bytes, type, failure }: UploadedFile): Promise<void> {
  const file = { type, ...(await call.media.keep(bytes)) };
  const done = processed(call, asset, { file, failure });
  call.commit((tx) => assets.put(tx, asset.id, done));
}

const imageType = (bytes: Buffer): LedgerMedia['type'] => (mediaTypeOf(bytes) === 'image/gif' ? 'gif' : 'image');

function imageFault(bytes: Buffer): string | undefined {
  const type = mediaTypeOf(bytes);
  const size = imageSizeOf(bytes);
  const isKnown = type === 'image/jpeg' || type === 'image/png' || type === 'image/gif';
  if (!isKnown || size === undefined) return 'Unsupported image format';
  if (bytes.length > limits.imageBytes) return 'The image is too large';
  return size.width * size.height < limits.imagePixels ? undefined : 'The image has too many pixels';
}

/** PDF, and both formats of Word and PowerPoint. */
const documentHeads = ['%PDF-', 'PK\x03\x04', '\xd0\xcf\x11\xe0'];

function documentFault(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 8);
  if (!documentHeads.some((each) => head.startsWith(each))) return 'Unsupported document format';
  const pages = bytes.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  return pages > limits.documentPages ? 'The document has too many pages' : undefined;
}
