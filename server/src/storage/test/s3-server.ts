import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type S3Server = {
  endpoint: string;
  /** `PUT /media/k3.jpg?uploadId=…`, in the order of their coming. */
  requests: string[];
  /** Names of the files that hold objects, whole or not. */
  objects(): string[];
  /** Answers instead of the server, while set. */
  instead: Answer | undefined;
  close(): Promise<void>;
};

/** The key pair that this server knows, and the only one. */
export const keyPair = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export async function startS3(bucket: string): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'herald-s3-'));
  // It has no types of its own.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver');
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
  await s3rver.configureBuckets();
  const answer: Answer = s3rver.callback();

  const server = createServer((request, response) => {
    started.requests.push(`${request.method} ${request.url}`);
    (started.instead ?? answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    objects: () => readdirSync(join(directory, bucket)).filter((name) => name.endsWith('_object')),
    instead: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return started;
}
