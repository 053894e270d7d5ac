import { addAbortListener } from 'node:events';
import { isIPv6, type Socket } from 'node:net';
import type { Dial } from './dial.ts';
import { OutboundFault } from './fault.ts';
import { hostOf, portOf } from './url.ts';

const responseBytesMax = 16 * 1024;

/** The proxy gets the judged IP address, so it resolves nothing itself. */
export function dialThroughProxy(proxy: URL, dial: Dial): Dial {
  if (proxy.protocol !== 'http:') throw new Error('the egress proxy must have the form http://host:port');
  return async (address, port, signal) => {
    const socket = await dial(hostOf(proxy), portOf(proxy), signal);
    const stop = addAbortListener(signal, () => socket.destroy());
    try {
      socket.write(connectRequest(proxy, isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`));
      checkResponse(await readHead(socket));
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
  // The socket becomes the tunnel, so the loop must not destroy it.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head += chunk.toString('latin1');
    if (head.length > responseBytesMax)
      throw new OutboundFault('connectionFailed', 'the response of the egress proxy is too large');
    if (head.includes('\r\n\r\n')) return head;
  }
  throw new OutboundFault('connectionFailed', 'the egress proxy closed the connection');
}

function checkResponse(head: string): void {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status?.startsWith('2') !== true) {
    throw new OutboundFault('connectionFailed', `the egress proxy refused the connection (${status ?? 'no status'})`);
  }
  // Servers send nothing before the request: early bytes would be mistaken for the response.
  if (!/^(?:.+\r\n)+\r\n$/.test(head))
    throw new OutboundFault('connectionFailed', 'the egress proxy sent data before the tunnel was open');
}
