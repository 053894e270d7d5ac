import { isIP } from 'node:net';
import { classifyAddress, isInBlock } from './ip-address.ts';

/** `host`: a name or an IP address without brackets. `isPlain`: without TLS. */
export type HostPort = { host: string; port: number; isPlain: boolean };

export type Refusal = 'host' | 'port' | 'plain';

/** A name is judged before it is resolved, then each of its IP addresses. */
export type AddressPolicy = { judge(hostPort: HostPort): Refusal | undefined };

export const operatorPolicy: AddressPolicy = { judge: () => undefined };

type ServerSwitches = { allowPrivateNetwork: boolean; allowLoopback: boolean };

export function serverPolicy({ allowPrivateNetwork, allowLoopback }: ServerSwitches): AddressPolicy {
  const judge: AddressPolicy['judge'] = (hostPort) => {
    if ((allowLoopback || allowPrivateNetwork) && isLoopback(hostPort.host)) return undefined;
    if (!allowPrivateNetwork) return judgePublic(hostPort);
    if (isLinkLocal(hostPort.host)) return 'host';
    // Any name may be private; its IP addresses decide.
    if (isIP(hostPort.host) === 0 || classifyAddress(hostPort.host) === 'private') return undefined;
    return judgePublic({ ...hostPort, isPlain: false });
  };
  return { judge };
}

/** For test suites: allows the listed ports of the listed blocks. */
export function cidrPolicy(entries: readonly { cidr: string; ports: readonly number[] }[]): AddressPolicy {
  const isListed = ({ host, port }: HostPort): boolean => {
    const blocks = entries.filter(({ ports }) => ports.includes(port)).map(({ cidr }) => cidr);
    if (isIP(host) === 0 && isPublicName(host)) return blocks.length > 0;
    const address = isIP(host) === 0 && isLoopback(host) ? '127.0.0.1' : host;
    return blocks.some((block) => isInBlock(address, block));
  };
  return { judge: (hostPort) => (isListed(hostPort) ? undefined : judgePublic(hostPort)) };
}

function judgePublic({ host, port, isPlain }: HostPort): Refusal | undefined {
  const isPublic = isIP(host) === 0 ? isPublicName(host) : classifyAddress(host) === 'public';
  if (!isPublic) return 'host';
  if (port !== 80 && port !== 443 && port < 1024) return 'port';
  return isPlain ? 'plain' : undefined;
}

/** Never contacted: cloud providers serve credentials on link-local addresses. */
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

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
