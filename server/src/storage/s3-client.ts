import type { S3 } from '@aws-sdk/client-s3';

export type S3Options = {
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  /** Such as `backups/monday/`. */
  prefix?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  isPathStyle: boolean;
};

const connectMsMax = 5_000;
const idleMsMax = 60_000;

/** Imported on first use: the library is heavy, and most installations do not use S3. */
export function s3Opener(options: S3Options): () => Promise<S3> {
  let opening: Promise<S3> | undefined;
  return () => (opening ??= openS3(options));
}

async function openS3(options: S3Options): Promise<S3> {
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = options;
  const { S3 } = await import('@aws-sdk/client-s3');
  return new S3({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    // Many S3-compatible servers lack the newer checksums; bodies are signed by their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Limits idle time, because a large file over a slow connection takes long.
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  });
}
