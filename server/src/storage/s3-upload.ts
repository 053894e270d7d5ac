import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { exactLength } from './exact-length.ts';
import { withoutSecrets } from './s3-fault.ts';
import type { FileFacts } from './storage.ts';

type Target = { Bucket: string; Key: string };
type Part = { bytes: Uint8Array; isLast: boolean };

/** Some servers refuse parts of different sizes, and none accepts less than 5 MiB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Holds one part, so that it can be sent again. The last part is sent only after the source ended without an error:
 * until then nothing appears under the key.
 */
export async function upload(
  s3: S3,
  target: Target,
  source: AsyncIterable<Uint8Array>,
  { contentType, sizeBytes }: FileFacts,
): Promise<void> {
  let uploadId: string | undefined;
  const sent: CompletedPart[] = [];
  try {
    for await (const { bytes, isLast } of inParts(exactLength(source, sizeBytes))) {
      const body = { Body: bytes, ContentLength: bytes.length };
      if (isLast && uploadId === undefined) {
        await withoutSecrets('write', s3.putObject({ ...target, ...body, ContentType: contentType }));
        return;
      }
      uploadId ??= await begin(s3, target, contentType);
      const part = { UploadId: uploadId, PartNumber: sent.length + 1 };
      const { ETag } = await withoutSecrets('write a part', s3.uploadPart({ ...target, ...body, ...part }));
      sent.push({ ETag, PartNumber: part.PartNumber });
    }
    const completion = { UploadId: uploadId, MultipartUpload: { Parts: sent } };
    await withoutSecrets('complete an upload', s3.completeMultipartUpload({ ...target, ...completion }));
  } catch (error) {
    if (uploadId !== undefined) await abort(s3, { ...target, UploadId: uploadId });
    throw error;
  }
}

async function begin(s3: S3, target: Target, contentType: string): Promise<string> {
  const request = { ...target, ContentType: contentType };
  const { UploadId } = await withoutSecrets('start an upload', s3.createMultipartUpload(request));
  if (UploadId === undefined) throw new Error('S3 started an upload without returning its ID.');
  return UploadId;
}

/** The original error matters more. Remaining parts are invisible; a lifecycle rule of the bucket removes them. */
async function abort(s3: S3, upload: Target & { UploadId: string }): Promise<void> {
  await s3.abortMultipartUpload(upload).catch(() => undefined);
}

/** Yields at least one part. Parts share one buffer: use each before requesting the next. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part, void, undefined> {
  const buffer = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of source) {
    for (let offset = 0; offset < chunk.length;) {
      if (filled === partBytes) {
        yield { bytes: buffer, isLast: false };
        filled = 0;
      }
      const piece = chunk.subarray(offset, offset + partBytes - filled);
      buffer.set(piece, filled);
      filled += piece.length;
      offset += piece.length;
    }
  }
  yield { bytes: buffer.subarray(0, filled), isLast: true };
}
