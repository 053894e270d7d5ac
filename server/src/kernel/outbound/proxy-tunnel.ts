import { addAbortListener } from 'node:events';
import { isIPv6, type Socket } from 'node:net';
import type { Dial } from './dial.ts';
import { OutboundFault } from './fault.ts';
import { hostOf, portOf } from './url.ts';

const answerBytesMax = 16 * 1024;

/** Dials through the operator's proxy, which is told the vetted address and so resolves nothing itself. */
export function dialThroughProxy(proxy: URL, dial: Dial): Dial {
  if (proxy.protocol !== 'http:') throw new Error('the egress proxy must be given as http://host:port');
  return async (address, port, signal) => {
    const socket = await dial(hostOf(proxy), portOf(proxy), signal);
    const stop = addAbortListener(signal, () => socket.destroy());
    try {
      socket.write(connectRequest(proxy, isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`));
      checkAnswer(await readHead(socket));
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      stop[Symbol.dispose]();
    }
  };
}

function connectRequest(proxy: URL, authority: string): string {
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (proxy.username !== '') {
    const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

async function readHead(socket: Socket): Promise<string> {
  let head = '';
  // The socket outlives the loop: the tunnel is the same connection.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head += chunk.toString('latin1');
    if (head.length > answerBytesMax) throw new OutboundFault('connectionFailed', 'the egress proxy answers too much');
    if (head.includes('\r\n\r\n')) return head;
  }
  throw new OutboundFault('connectionFailed', 'the egress proxy closed the connection');
}

function checkAnswer(head: string): void {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status?.startsWith('2') !== true) {
    throw new OutboundFault('connectionFailed', `the egress proxy refused the connection (${status ?? 'no status'})`);
  }
  // The other end speaks only when spoken to. Bytes that are already here would pass for its answer.
  if (!/^(?:.+\r\n)+\r\n$/.test(head))
    throw new OutboundFault('connectionFailed', 'the egress proxy speaks out of turn');
}
