import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isSameAddress } from './ip-address.ts';
import { OutboundFault } from './fault.ts';

/** The lowest step: an open connection. Everything above it hands over addresses that were vetted. */
export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

export const dialTcp: Dial = async (host, port, signal) => {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  // Between two owners an error would find no listener and end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** Believes the socket more than the request: it must have arrived at the vetted address. */
export function dialVetted(dial: Dial): Dial {
  return async (address, port, signal) => {
    const socket = await dial(address, port, signal);
    if (isSameAddress(socket.remoteAddress ?? '', address)) return socket;
    socket.destroy();
    throw new OutboundFault('addressBlocked', 'the connection went to another address than the one that was checked');
  };
}
