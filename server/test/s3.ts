// An S3 of this machine as a process of its own, for tests that start Herald as one: prints its address, ends on SIGTERM.
import { keyPair, startS3 } from '../src/storage/test/s3-server.ts';

const bucket = 'media';
const server = await startS3(bucket);
process.stdout.write(`${JSON.stringify({ endpoint: server.endpoint, bucket, ...keyPair })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
