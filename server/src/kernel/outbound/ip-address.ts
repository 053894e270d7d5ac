import { BlockList, isIP, SocketAddress } from 'node:net';

/** `refused` is never dialled; `private` and `loopback` only where the operator allows it. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'refused';

type Range = [block: string, verdict: AddressClass];

// IANA's special-purpose registries. The first block that contains an address decides.
const ranges4: Range[] = [
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['169.254.0.0/16', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['0.0.0.0/8', 'refused'],
  ['192.0.0.0/24', 'refused'],
  ['192.0.2.0/24', 'refused'],
  ['192.31.196.0/24', 'refused'],
  ['192.52.193.0/24', 'refused'],
  ['192.88.99.0/24', 'refused'],
  ['192.175.48.0/24', 'refused'],
  ['198.18.0.0/15', 'refused'],
  ['198.51.100.0/24', 'refused'],
  ['203.0.113.0/24', 'refused'],
  ['224.0.0.0/3', 'refused'],
  ['0.0.0.0/0', 'public'],
];

// Only 2000::/3 is public. Forms that embed an IPv4 address are outside of it or refused above it (Teredo in 2001::/23,
// 6to4 in 2002::/16).
const ranges6: Range[] = [
  ['::1/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'private'],
  ['2001::/23', 'refused'],
  ['2001:db8::/32', 'refused'],
  ['2002::/16', 'refused'],
  ['2620:4f:8000::/48', 'refused'],
  ['3fff::/20', 'refused'],
  ['2000::/3', 'public'],
  ['::/0', 'refused'],
];

const ranges = { ipv4: ranges4.map(withList), ipv6: ranges6.map(withList) };

function withList([block, verdict]: Range): { list: BlockList; verdict: AddressClass } {
  return { list: listOf(block), verdict };
}

/** Never unwraps an IPv4 address inside an IPv6 address. */
export function classifyAddress(address: string): AddressClass {
  const family = familyOf(address);
  // A zone (`fe80::1%eth0`) selects a local interface.
  if (family === undefined || address.includes('%')) return 'refused';
  return ranges[family].find(({ list }) => list.check(address, family))?.verdict ?? 'refused';
}

/** An IPv4 block contains no IPv6 form of its addresses. */
export function isInBlock(address: string, block: string): boolean {
  const family = familyOf(address);
  return family !== undefined && family === familyOf(block.split('/')[0] ?? '') && listOf(block).check(address, family);
}

export function isSameAddress(one: string, other: string): boolean {
  const family = familyOf(one);
  return family !== undefined && family === familyOf(other) && canonical(one, family) === canonical(other, family);
}

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

function listOf(block: string): BlockList {
  const [base = '', length] = block.split('/');
  const family = familyOf(base) ?? 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, length === undefined ? (family === 'ipv4' ? 32 : 128) : Number(length), family);
  return list;
}

function canonical(address: string, family: Family): string {
  return new SocketAddress({ address, family }).address;
}
