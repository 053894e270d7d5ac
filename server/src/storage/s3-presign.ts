import type { S3 } from '@aws-sdk/client-s3';
import type { PresignRequest } from './storage.ts';

/** Good for one key, one type and, when given, one length: they are signed, so that other headers break the signature. */
export async function presignPut(
  s3: S3,
  target: { Bucket: string; Key: string },
  { contentType, sizeBytes, expiresInSeconds }: PresignRequest,
): Promise<string> {
  const [{ PutObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const command = new PutObjectCommand({ ...target, ContentType: contentType, ContentLength: sizeBytes });
  // The type is left out of signatures unless it is named here.
  const signableHeaders = new Set(['content-type', 'content-length', 'host']);
  return getSignedUrl(s3, command, { expiresIn: expiresInSeconds, signableHeaders });
}
