import { faultCode } from './fault-code.ts';
import type { S3Options } from './s3-client.ts';
import { isStatus } from './s3-fault.ts';

const advice: Readonly<Record<string, (options: S3Options) => string>> = {
  NoSuchBucket: ({ bucket }) => `has no bucket ${bucket}. Create it, or correct the bucket's name or the endpoint.`,
  InvalidAccessKeyId: () => 'does not know the access key. Correct the access key id, or the endpoint.',
  SignatureDoesNotMatch: () => 'refuses the signature. Correct the secret access key.',
  AuthorizationHeaderMalformed: otherRegion,
  PermanentRedirect: otherRegion,
  RequestTimeTooSkewed: () => 'refuses requests because the clock of this machine is wrong. Correct the clock.',
};

/** Never contains a key. */
export function s3Advice(options: S3Options, error: unknown): string {
  const { bucket } = options;
  const server = `S3 at ${hostOf(options)}`;
  const code = faultCode(error);
  const known = code === undefined ? undefined : advice[code];
  if (known !== undefined) return `${server} ${known(options)}`;
  if (isStatus(error, 403)) {
    return (
      `${server} denies access to the bucket ${bucket} (${code}). The access key needs s3:PutObject, s3:GetObject, ` +
      's3:DeleteObject and s3:AbortMultipartUpload on its objects, and s3:ListBucket on the bucket, without which ' +
      'missing files look forbidden.'
    );
  }
  if (error instanceof Error && 'status' in error && error.status === undefined) {
    return `${server} cannot be reached (${code}). Correct the endpoint, or start the server behind it.`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `${server} does not store files correctly. ${reason} Check that the endpoint is an S3 server and that the bucket is yours.`;
}

function otherRegion({ bucket, region }: S3Options): string {
  return `keeps the bucket ${bucket} in another region than ${region}. Correct the region.`;
}

/** An endpoint may contain a password. */
function hostOf({ endpoint, region }: S3Options): string {
  if (endpoint === undefined) return `Amazon (${region})`;
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'the endpoint';
}
