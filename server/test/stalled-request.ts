import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { TestApp } from './harness.ts';

export async function responseToStalled(t: TestApp, lines: readonly string[]): Promise<string> {
  await t.app.http.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((t.app.http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  const firstData = once(socket, 'data') as Promise<[Buffer]>;
  // The head must be read before time advances.
  await t.call('GET', '/healthz');
  const seen = { hasResponse: false };
  void firstData.then(() => (seen.hasResponse = true));
  for (let count = 0; count < 50 && !seen.hasResponse; count += 1) {
    await t.advance(30_000);
    await t.call('GET', '/healthz');
  }
  const [text] = await firstData;
  socket.destroy();
  return text.toString();
}
