import { isIP } from 'node:net';
import { classifyAddress, isInBlock } from './ip-address.ts';

/** `host` is an address without brackets, or a name. `isPlain` means without TLS. */
export type Place = { host: string; port: number; isPlain: boolean };

/** What about a place is not allowed. */
export type Refusal = 'host' | 'port' | 'plain';

/**
 * Decides which places may be contacted. Of a name it says what can be said before it is resolved; each address it
 * resolves to is judged as a place of its own.
 */
export type AddressPolicy = { judge(place: Place): Refusal | undefined };

/** For addresses that the operator alone has chosen. */
export const operatorPolicy: AddressPolicy = { judge: () => undefined };

type ServerSwitches = { allowPrivateNetwork: boolean; allowLoopback: boolean };

export function serverPolicy({ allowPrivateNetwork, allowLoopback }: ServerSwitches): AddressPolicy {
  const judge: AddressPolicy['judge'] = (place) => {
    if ((allowLoopback || allowPrivateNetwork) && isLoopback(place.host)) return undefined;
    if (!allowPrivateNetwork) return judgePublic(place);
    if (isLinkLocal(place.host)) return 'host';
    // Any name may belong to the private network. The addresses behind it tell.
    if (isIP(place.host) === 0 || classifyAddress(place.host) === 'private') return undefined;
    return judgePublic({ ...place, isPlain: false });
  };
  return { judge };
}

/** For test suites: as in production, and the listed ports of the listed blocks, plain or not. */
export function cidrPolicy(entries: readonly { cidr: string; ports: readonly number[] }[]): AddressPolicy {
  const isListed = ({ host, port }: Place): boolean => {
    const blocks = entries.filter(({ ports }) => ports.includes(port)).map(({ cidr }) => cidr);
    if (isIP(host) === 0 && isPublicName(host)) return blocks.length > 0;
    const address = isIP(host) === 0 && isLoopback(host) ? '127.0.0.1' : host;
    return blocks.some((block) => isInBlock(address, block));
  };
  return { judge: (place) => (isListed(place) ? undefined : judgePublic(place)) };
}

/** The rule of production: a public host, a usual port, TLS. */
function judgePublic({ host, port, isPlain }: Place): Refusal | undefined {
  const isPublic = isIP(host) === 0 ? isPublicName(host) : classifyAddress(host) === 'public';
  if (!isPublic) return 'host';
  if (port !== 80 && port !== 443 && port < 1024) return 'port';
  return isPlain ? 'plain' : undefined;
}

/** Where cloud providers serve credentials to whoever asks: never a webhook or a file, whatever else is allowed. */
function isLinkLocal(host: string): boolean {
  return isIP(host) !== 0 && linkLocalBlocks.some((block) => isInBlock(host, block));
}

const linkLocalBlocks = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'];

function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /(^|\.)localhost$/.test(bare(host)) : classifyAddress(host) === 'loopback';
}

function isPublicName(name: string): boolean {
  return bare(name).includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(bare(name));
}

/** In lower case and without the dot of the root. */
function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
