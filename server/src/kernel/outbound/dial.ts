import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isSameAddress } from './ip-address.ts';
import { OutboundFault } from './fault.ts';

/** Callers pass only allowed IP addresses. */
export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

export const dialTcp: Dial = async (host, port, signal) => {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  // Without a listener, an error between two owners of the socket would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

export function dialVetted(dial: Dial): Dial {
  return async (address, port, signal) => {
    const socket = await dial(address, port, signal);
    if (isSameAddress(socket.remoteAddress ?? '', address)) return socket;
    socket.destroy();
    throw new OutboundFault(
      'addressBlocked',
      'the connection was made to another IP address than the one that was checked',
    );
  };
}
