import type { LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call, Route } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { collection, type Collection, type Reader } from '../../core/state/store.ts';
import { cidOfBytes } from './cid.ts';
import { refuse, refuseRequest } from './errors.ts';
import { xrpcHosts } from './hosts.ts';
import { limits } from './limits.ts';
import { requireCaller } from './sessions.ts';
import { respondTo } from './xrpc.ts';

export type Blob = {
  readonly cid: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** When a video has been processed. */
  readonly availableAt: number;
};

/** `accept`: what the schema allows in that field. */
export type BlobUse = {
  readonly cid: string;
  readonly mimeType: string;
  readonly size: number;
  readonly accept: string;
  readonly sizeBytesMax: number;
  readonly isMedia: boolean;
};

export const blobsOf = (did: string): Collection<Blob> => collection<Blob>(`bluesky/blobs/${did}`);

export const wireBlob = ({ cid, mimeType, sizeBytes }: Blob) => ({
  $type: 'blob',
  ref: { $link: cid },
  mimeType,
  size: sizeBytes,
});

export const uploadBlob: Route = {
  host: xrpcHosts,
  methods: ['POST'],
  path: '/xrpc/com.atproto.repo.uploadBlob',
  operation: 'uploadBlob',
  bodyBytesMax: limits.blobBytes,
  handle: (call) =>
    respondTo(call, async () => {
      const { person } = requireCaller(call, 'access');
      const { bytes, type } = bytesOf(call);
      const blob = await keepBlob(call, bytes, type);
      call.commit((tx) => {
        const known = blobsOf(person.did).get(tx, blob.cid);
        if (known === undefined || known.availableAt > blob.availableAt) blobsOf(person.did).put(tx, blob.cid, blob);
      });
      return json(200, { blob: wireBlob(blob) });
    }),
};

export function bytesOf({ request }: Call): { bytes: Buffer; type: string } {
  const { body } = request;
  if (request.headers['content-type'] === undefined) {
    refuseRequest('Request encoding (Content-Type) required but not provided');
  }
  if (body.kind === 'none') refuseRequest('A request body is expected but none was provided');
  if (body.kind !== 'bytes') {
    refuseRequest(`Wrong request encoding (Content-Type): ${request.headers['content-type']}`);
  }
  return body;
}

/** The declared type counts only if detection fails. */
export async function keepBlob(call: Call, bytes: Buffer, declaredType: string): Promise<Blob> {
  const stored = await call.media.keep(bytes);
  const mimeType = mediaTypeOf(bytes) ?? declaredType;
  return { ...stored, cid: cidOfBytes(bytes), mimeType, availableAt: call.clock.now() };
}

export function checkBlobs(reader: Reader, did: string, uses: readonly BlobUse[], now: number): LedgerMedia[] {
  return uses.flatMap((use) => {
    const blob = blobsOf(did).get(reader, use.cid);
    if (blob === undefined || blob.availableAt > now) refuse(400, 'BlobNotFound', `Could not find blob: ${use.cid}`);
    if (blob.mimeType !== use.mimeType) {
      const message = `Referenced Mimetype does not match stored blob. Expected: ${blob.mimeType}, Got: ${use.mimeType}`;
      refuse(400, 'InvalidMimeType', message);
    }
    if (blob.sizeBytes !== use.size) {
      refuse(
        400,
        'InvalidSize',
        `Referenced Size does not match stored blob. Expected: ${blob.sizeBytes}, Got: ${use.size}`,
      );
    }
    if (!new RegExp(`^${use.accept.replace('*', '.+')}$`).test(blob.mimeType)) {
      refuse(400, 'InvalidMimeType', `Wrong mimetype. It is ${blob.mimeType} but it must match ${use.accept}.`);
    }
    if (blob.sizeBytes > use.sizeBytesMax) {
      const message = `This file is too large. It is ${blob.sizeBytes} bytes but the maximum size is ${use.sizeBytesMax} bytes.`;
      refuse(400, 'BlobTooLarge', message);
    }
    return use.isMedia ? [ledgerMedia(blob)] : [];
  });
}

function ledgerMedia({ mimeType, sizeBytes, sha256 }: Blob): LedgerMedia {
  const type = mimeType.startsWith('video/') ? 'video' : mimeType === 'image/gif' ? 'gif' : 'image';
  return { type, sizeBytes, sha256 };
}
