import { keyPair, startS3 } from '../../src/storage/test/s3-server.ts';
import { report, stopped } from './program.ts';

export async function run(): Promise<void> {
  const bucket = 'media';
  const server = await startS3(bucket);
  report('ready', { endpoint: server.endpoint, bucket, ...keyPair });
  await stopped;
  await server.close();
}
