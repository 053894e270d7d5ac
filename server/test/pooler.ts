import { connect, createServer, type AddressInfo } from 'node:net';

type Pooler = AsyncDisposable & { url: string };

// BackendKeyData: type, length and process ID of the server's process.
const backendKeyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Like a pooler, shows clients another process ID than PostgreSQL's. */
export async function startTestPooler(databaseUrl: string): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(backendKeyData);
      if (at >= 0) chunk.writeUInt32BE(1, at + backendKeyData.length);
      client.write(chunk);
    });
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
}
