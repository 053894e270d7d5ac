import ipaddr from 'ipaddr.js';
import type { Random } from '../../harness/random.ts';

// From the IANA special-purpose registries.
const blocks4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
];
const blocks6 = [
  ...['::/128', '::1/128', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
  ...['2000::/3', '2001::/23', '2001::/32', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28'],
  ...['2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** Embed the IPv4 address `x` in an IPv6 address; the last two are plain interface IDs. */
const carriers: ((x: bigint) => bigint)[] = [
  (x) => valueOf('::ffff:0:0') | x,
  (x) => x,
  (x) => valueOf('::ffff:0:0:0') | x,
  (x) => valueOf('64:ff9b::') | x,
  (x) => valueOf('64:ff9b:1::') | x,
  (x) => valueOf('2002::') | (x << 80n),
  (x) => valueOf('2001:0:4136:e378:8000:63bf::') | (x ^ 0xffffffffn),
  (x) => valueOf('fe80::5efe:0:0') | x,
  (x) => valueOf('2606:4700::5efe:0:0') | x,
];

const bitsOf = { 4: 32n, 6: 128n };
type Family = keyof typeof bitsOf;

export function randomAddress(random: Random): string {
  const isOdd = random.next() < 0.5;
  const family: Family = random.next() < 0.5 ? 4 : 6;
  if (!isOdd) return spell(anyOf(family, random), family, random);
  if (family === 4) return spell(edge(random.pick(blocks4), 4, random), 4, random);
  if (random.next() < 0.5) return spell(edge(random.pick(blocks6), 6, random), 6, random);
  const inner = random.next() < 0.7 ? edge(random.pick(blocks4), 4, random) : anyOf(4, random);
  return spell(random.pick(carriers)(inner), 6, random);
}

/** Moves most IPv6 addresses into 2000::/3, the block in public use. */
function anyOf(family: Family, random: Random): bigint {
  let value = 0n;
  for (let bits = 0n; bits < bitsOf[family]; bits += 16n) value = (value << 16n) | BigInt(random.between(0, 0xffff));
  const isPushed = family === 6 && random.next() < 0.6;
  return isPushed ? (value & ((1n << 125n) - 1n)) | (1n << 125n) : value;
}

function edge(block: string, family: Family, random: Random): bigint {
  const [base = '', length = ''] = block.split('/');
  const size = 1n << (bitsOf[family] - BigInt(length));
  const first = valueOf(base);
  const value = random.pick([first, first - 1n, first + size - 1n, first + size]);
  return BigInt.asUintN(Number(bitsOf[family]), value);
}

function valueOf(address: string): bigint {
  return BigInt(`0x${Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')}`);
}

function spell(value: bigint, family: Family, random: Random): string {
  const digits = value.toString(16).padStart(Number(bitsOf[family] / 4n), '0');
  const address = ipaddr.fromByteArray([...Buffer.from(digits, 'hex')]);
  if (!('toRFC5952String' in address)) return address.toString();
  const long = address.toNormalizedString();
  const tail = ipaddr.fromByteArray([...Buffer.from(digits.slice(-8), 'hex')]).toString();
  const dotted = `${long.split(':').slice(0, 6).join(':')}:${tail}`;
  const padded = (digits.match(/.{4}/g) ?? []).join(':');
  return random.pick([address.toRFC5952String(), long, long.toUpperCase(), dotted, padded, `${long}%1`]);
}
