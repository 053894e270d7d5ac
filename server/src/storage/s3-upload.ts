import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { exactLength } from './exact-length.ts';
import { answered } from './s3-fault.ts';
import type { FileFacts } from './storage.ts';

type Target = { Bucket: string; Key: string };
type Part = { bytes: Uint8Array; isLast: boolean };

/** All parts but the last are of this size: some servers refuse uneven ones, and none takes less than 5 MiB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Holds one part at a time, so that it can be sent again after a fault, and sends the last only after the source has
 * ended well: only then does anything appear under the key.
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
        await answered('write', s3.putObject({ ...target, ...body, ContentType: contentType }));
        return;
      }
      uploadId ??= await begin(s3, target, contentType);
      const part = { UploadId: uploadId, PartNumber: sent.length + 1 };
      const { ETag } = await answered('write a part', s3.uploadPart({ ...target, ...body, ...part }));
      sent.push({ ETag, PartNumber: part.PartNumber });
    }
    const whole = { UploadId: uploadId, MultipartUpload: { Parts: sent } };
    await answered('put the parts together', s3.completeMultipartUpload({ ...target, ...whole }));
  } catch (error) {
    if (uploadId !== undefined) await abort(s3, { ...target, UploadId: uploadId });
    throw error;
  }
}

async function begin(s3: S3, target: Target, contentType: string): Promise<string> {
  const request = { ...target, ContentType: contentType };
  const { UploadId } = await answered('begin an upload', s3.createMultipartUpload(request));
  if (UploadId === undefined) throw new Error('S3 began an upload without naming it.');
  return UploadId;
}

/** The reader wants the fault that led here. Parts that stay are invisible; a rule of the bucket removes them. */
async function abort(s3: S3, upload: Target & { UploadId: string }): Promise<void> {
  await s3.abortMultipartUpload(upload).catch(() => undefined);
}

/** Cuts into parts, of which at least one comes. All share one buffer: use each before asking for the next. */
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
