import { isIP } from 'node:net';

/** `refused` is never dialled; `private` and `loopback` only where the operator says so. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'refused';

type Range = [block: string, verdict: AddressClass];

// IANA's special-purpose registries. The first block that holds an address decides.
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

// Only 2000::/3 is in public use. Every form that carries an IPv4 address (mapped, compatible, translated, NAT64)
// lies outside it or, as Teredo in 2001::/23 and 6to4 in 2002::/16, is taken out of it.
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

const prefixes = { 4: ranges4.map(withPrefix), 6: ranges6.map(withPrefix) };

function withPrefix([block, verdict]: Range): { prefix: string; verdict: AddressClass } {
  return { prefix: prefixOf(block), verdict };
}

/** An IPv6 address is judged as it stands: what it may carry is not unwrapped. */
export function classifyAddress(address: string): AddressClass {
  const family = isIP(address);
  // A zone (`fe80::1%eth0`) picks an interface of this machine.
  if (family === 0 || address.includes('%')) return 'refused';
  const bits = bitsOf(address);
  return prefixes[family === 4 ? 4 : 6].find(({ prefix }) => bits.startsWith(prefix))?.verdict ?? 'refused';
}

/** `block` is an address or an address with its prefix length. An IPv4 block holds no IPv6 form of its addresses. */
export function isInBlock(address: string, block: string): boolean {
  return isIP(address) === isIP(block.split('/')[0] ?? '') && bitsOf(address).startsWith(prefixOf(block));
}

export function isSameAddress(one: string, other: string): boolean {
  return isIP(one) !== 0 && isIP(other) !== 0 && bitsOf(one) === bitsOf(other);
}

function prefixOf(block: string): string {
  const [base = '', length] = block.split('/');
  return bitsOf(base).slice(0, length === undefined ? undefined : Number(length));
}

/** 32 or 128 characters, `0` and `1`. */
function bitsOf(address: string): string {
  if (isIP(address) === 4)
    return address
      .split('.')
      .map((part) => binary(Number(part), 8))
      .join('');
  const [head = '', tail] = address.split('::').map(groupBits);
  return tail === undefined ? head : head.padEnd(128 - tail.length, '0') + tail;
}

function groupBits(groups: string): string {
  if (groups === '') return '';
  return groups
    .split(':')
    .map((group) => (group.includes('.') ? bitsOf(group) : binary(parseInt(group, 16), 16)))
    .join('');
}

function binary(value: number, width: number): string {
  return value.toString(2).padStart(width, '0');
}
