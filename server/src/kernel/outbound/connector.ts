import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressPolicy, HostPort } from './address-policy.ts';
import type { Clock } from '../time/clock.ts';
import type { Dial } from './dial.ts';
import { beforeSending, OutboundFault, toFault } from './fault.ts';
import { secureSocket } from './tls.ts';
import { orAborted, timeLimit } from '../time/time-limit.ts';

export type Connecting = {
  policy: AddressPolicy;
  resolve: (host: string) => Promise<string[]>;
  dial: Dial;
  clock: Clock;
  connectTimeoutMs: number;
  allowPublicHttp: boolean;
  ca: string | undefined;
};

/** Resolves once per connection and judges all IP addresses, so that no second lookup can change them. */
export function createConnector(connecting: Connecting): buildConnector.connector {
  return (options, callback) => {
    connect(connecting, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(beforeSending(toFault(error, 'connectionFailed', 'the connection failed')), null),
    );
  };
}

async function connect(connecting: Connecting, options: buildConnector.Options): Promise<Socket> {
  using limit = timeLimit(connecting.clock, connecting.connectTimeoutMs);
  const isTls = options.protocol === 'https:';
  const port = options.port === '' ? (isTls ? 443 : 80) : Number(options.port);
  const hostPort = { host: options.hostname, port, isPlain: !isTls && !connecting.allowPublicHttp };
  const addresses = await vettedAddresses(connecting, hostPort, limit.signal);
  const socket = await dialFirst(connecting, { addresses, port }, limit.signal);
  if (!isTls) return socket;
  return await secureSocket(socket, { host: hostPort.host, ca: connecting.ca }, limit.signal);
}

async function vettedAddresses(connecting: Connecting, hostPort: HostPort, signal: AbortSignal): Promise<string[]> {
  const addresses = isIP(hostPort.host) === 0 ? await resolveAll(connecting, hostPort.host, signal) : [hostPort.host];
  // One forbidden IP address blocks the name: otherwise its owner could wait for a retry.
  if (addresses.some((host) => isIP(host) === 0 || connecting.policy.judge({ ...hostPort, host }) !== undefined)) {
    throw new OutboundFault('addressBlocked', 'the IP address of the host or the port of the URL is not allowed');
  }
  return addresses;
}

async function resolveAll({ resolve }: Connecting, host: string, signal: AbortSignal): Promise<string[]> {
  try {
    const addresses = await orAborted(resolve(host), signal);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw toFault(error, 'dnsFailed', 'the host name could not be resolved');
  }
  throw new OutboundFault('dnsFailed', 'the host name has no address');
}

type Targets = { addresses: string[]; port: number };

async function dialFirst(connecting: Connecting, targets: Targets, signal: AbortSignal): Promise<Socket> {
  const { dial, clock, connectTimeoutMs } = connecting;
  for (const [index, address] of targets.addresses.entries()) {
    const isLast = index === targets.addresses.length - 1;
    // An IP address that drops packets must leave time for the next.
    using limit = timeLimit(clock, isLast ? connectTimeoutMs : connectTimeoutMs / 2, signal);
    try {
      return await orAborted(dial(address, targets.port, limit.signal), limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      const fault = toFault(error, 'connectionFailed', 'the connection failed');
      if (isLast || fault.kind === 'addressBlocked') throw fault;
    }
  }
  throw new OutboundFault('dnsFailed', 'the host name has no address');
}
