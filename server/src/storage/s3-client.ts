import type { S3 } from '@aws-sdk/client-s3';

export type S3Options = {
  /** Unset means Amazon's own for the region. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  /** Before every key, as in `backups/monday/`. */
  prefix?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  isPathStyle: boolean;
};

const connectMsMax = 5_000;
const idleMsMax = 60_000;

/** The library is heavy and most installations have no S3, so it is loaded by the first who needs it. */
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
    // The newer checksums are unknown to many servers that speak S3; bodies are signed by their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An idle limit and none for the whole: a large file over a slow line may take its time.
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  });
}
