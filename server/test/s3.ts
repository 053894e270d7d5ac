// Runs a local S3 in its own process, for tests that start Herald as a process. Prints its URL; ends on SIGTERM.
import { keyPair, startS3 } from '../src/storage/test/s3-server.ts';

const bucket = 'media';
const server = await startS3(bucket);
process.stdout.write(`${JSON.stringify({ endpoint: server.endpoint, bucket, ...keyPair })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
