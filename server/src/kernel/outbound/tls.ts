import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { OutboundFault, toFault } from './fault.ts';

/** Verifies the URL's host, not the IP address. */
export async function secureSocket(
  socket: Socket,
  { host, ca }: { host: string; ca: string | undefined },
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connect({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    // NODE_TLS_REJECT_UNAUTHORIZED could change the default.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
    ...(ca !== undefined && { ca }),
  });
  secured.on('error', () => undefined);
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    signal.throwIfAborted();
    throw isReset(error)
      ? new OutboundFault('connectionFailed', 'the connection was closed before TLS was set up')
      : toFault(error, 'tlsFailed', 'TLS could not be set up');
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
