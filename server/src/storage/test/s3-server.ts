import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

type S3Server = {
  endpoint: string;
  /** Such as `PUT /media/k3.jpg?uploadId=…`, in order. */
  requests: string[];
  objects(): string[];
  /** While set, responds instead of the server. */
  instead: Responder | undefined;
  close(): Promise<void>;
};

/** s3rver accepts only this key pair. */
export const keyPair = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export async function startS3(bucket: string): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'herald-s3-'));
  // s3rver has no types.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver');
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
  await s3rver.configureBuckets();
  const respond: Responder = s3rver.callback();

  const server = createServer((request, response) => {
    started.requests.push(`${request.method} ${request.url}`);
    (started.instead ?? respond)(request, response);
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
