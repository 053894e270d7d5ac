import type { S3 } from '@aws-sdk/client-s3';
import type { PresignRequest } from './storage.ts';

/** Uploads with another key, type or signed length are refused. */
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
  // The type is signed only if listed here.
  const signableHeaders = new Set(['content-type', 'content-length', 'host']);
  return getSignedUrl(s3, command, { expiresIn: expiresInSeconds, signableHeaders });
}
