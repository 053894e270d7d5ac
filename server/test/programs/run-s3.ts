import { keyPair, startS3 } from '../../src/storage/test/s3-server.ts';
import { report, stopped } from './program.ts';

/** An S3 server with an empty bucket, for installations that keep media there. */
export async function run(): Promise<void> {
  const bucket = 'media';
  const server = await startS3(bucket);
  report('ready', { endpoint: server.endpoint, bucket, ...keyPair });
  await stopped;
  await server.close();
}
