import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { classifyAddress, isInBlock, isSameAddress, type AddressClass } from './ip-address.ts';

const blocks4 = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12']
  .concat(['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16'])
  .concat(['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4']);
const blocks6 = ['::/128', '::1/128', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48']
  .concat(['100::/64', '2000::/3', '2001::/23', '2001::/32', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48'])
  .concat(['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8']);
const carriers = [
  '::ffff:0:0',
  '::',
  '::ffff:0:0:0',
  '64:ff9b::',
  '64:ff9b:1::',
  '2001::',
  '2606:4700::',
  'fe80::5efe:0:0',
];

const asNumber = (address: string): bigint =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
const asAddress = (value: bigint, bits: number): string => {
  const wrapped = BigInt.asUintN(bits, value)
    .toString(16)
    .padStart(bits / 4, '0');
  return ipaddr.fromByteArray((wrapped.match(/../g) ?? []).map((byte) => parseInt(byte, 16))).toString();
};
const atEdges = (blocks: string[], bits: number): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...blocks), fc.boolean(), fc.bigInt(-2n, 2n)).map(([block, isUpper, offset]) => {
    const [base = '', length = ''] = block.split('/');
    const size = isUpper ? 1n << BigInt(bits - Number(length)) : 0n;
    return asAddress(asNumber(base) + size + offset, bits);
  });
const ipv4 = fc.oneof(fc.ipV4(), atEdges(blocks4, 32));
const carried = fc
  .tuple(fc.constantFrom(...carriers), ipv4)
  .map(([carrier, address]) => asAddress(asNumber(carrier) + asNumber(address), 128));
const sixToFour = ipv4.map((address) => asAddress((0x2002n << 112n) + (asNumber(address) << 80n) + 1n, 128));
const within = fc
  .tuple(fc.constantFrom(...blocks6), fc.bigInt(0n, (1n << 128n) - 1n))
  .map(([block, low]) =>
    asAddress(asNumber(block.split('/')[0] ?? '') | (low >> BigInt(block.split('/')[1] ?? 0)), 128),
  );
const ipv6 = fc.oneof(fc.ipV6(), atEdges(blocks6, 128), carried, sixToFour, within);

const table: Record<AddressClass, string[]> = {
  public: ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255']
    .concat(['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0'])
    .concat(['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '203.0.112.255', '223.255.255.255'])
    .concat([
      '2000::',
      '2001:200::',
      '2001:4860:4860::8888',
      '2001:db7:ffff::',
      '2001:db9::',
      '2003::',
      '2606:4700::1111',
    ])
    .concat(['2620:4f:7fff::', '2620:4f:8001::', '3ffe:ffff::', '3fff:1000::', '3fff:ffff::']),
  loopback: ['127.0.0.1', '127.0.0.0', '127.1.2.3', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1', '::0.0.0.1'],
  private: ['10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '169.254.169.254', '172.16.0.0'].concat([
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    'fc00::',
    'fd00:ec2::254',
    'fe80::1',
    'febf::',
  ]),
  refused: [
    '0.0.0.0',
    '0.1.2.3',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
  ]
    .concat(['192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1'])
    .concat([
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::2',
      'fec0::1',
      'ff02::1',
      '100::1',
      '5f00::1',
      '4000::',
      '1fff::',
    ])
    .concat(['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:1ff::', '2001:db8::1', '2002:808:808::1'])
    .concat(['2620:4f:8000::1', '3fff::1', '64:ff9b::8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::1', '::ffff:8.8.8.8'])
    .concat(['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '::8.8.8.8', '::7f00:1', '::FFFF:10.0.0.1'])
    .concat([
      'fe80::1%eth0',
      '::1%lo',
      '2606:4700::1111%1',
      '',
      'localhost',
      '1.2.3',
      '01.2.3.4',
      '2130706433',
      '[::1]',
    ])
    .concat(['1.2.3.4 ', '1.2.3.4/32', '::1/128', '0x7f.0.0.1', '1:2:3:4:5:6:7:8:9', ':::']),
};

for (const [verdict, addresses] of Object.entries(table)) {
  test(`classifies these addresses as ${verdict}`, () => {
    for (const address of addresses) assert.equal(classifyAddress(address), verdict, address);
  });
}

test('classifies every spelling of an IPv6 address the same', () => {
  fc.assert(
    fc.property(ipv6, (address) => {
      const parsed = ipaddr.IPv6.parse(inHex(address));
      const spellings = [parsed.toNormalizedString(), inGroups(parsed.parts), parsed.toRFC5952String()];
      for (const spelling of spellings.concat(address.toUpperCase())) {
        assert.equal(classifyAddress(spelling), classifyAddress(address), spelling);
        assert.ok(isSameAddress(spelling, address), spelling);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('agrees with a second classifier on 20,000 addresses, most of them at range boundaries', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) =>
      assert.equal(classifyAddress(address), secondOpinion(address), address),
    ),
    { numRuns: 20_000 },
  );
});

test('block membership agrees with another implementation', () => {
  const block = fc.tuple(ipv4, fc.integer({ min: 1, max: 32 }));
  fc.assert(
    fc.property(block, ipv4, ([base, length], address) => {
      const list = new BlockList();
      list.addSubnet(base, length, 'ipv4');
      assert.equal(isInBlock(address, `${base}/${length}`), list.check(address, 'ipv4'));
    }),
  );
});

test('a block of one family contains no address of the other, mapped or not', () => {
  assert.equal(isInBlock('127.0.0.1', '127.0.0.1/32'), true);
  assert.equal(isInBlock('127.0.0.1', '127.0.0.1'), true);
  assert.equal(isInBlock('127.0.0.2', '127.0.0.1'), false);
  assert.equal(isInBlock('::1', '::1/128'), true);
  for (const address of ['::ffff:127.0.0.1', '::127.0.0.1', '7f00:1::', 'localhost', '']) {
    assert.equal(isInBlock(address, '127.0.0.1/8'), false, address);
  }
  assert.equal(isInBlock('0.0.0.0', '::/1'), false);
});

test('compares addresses across spellings and never across families', () => {
  assert.equal(isSameAddress('::ffff:127.0.0.1', '::ffff:7f00:1'), true);
  assert.equal(isSameAddress('::1', '0:0::1'), true);
  assert.equal(isSameAddress('127.0.0.1', '::ffff:127.0.0.1'), false);
  assert.equal(isSameAddress('', ''), false);
});

function inGroups(parts: number[]): string {
  return parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
}

/** ipaddr.js treats `::1.2.3.4` as a mapped address, which it is not. */
function inHex(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

function secondOpinion(text: string): AddressClass {
  const address = ipaddr.parse(inHex(text));
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (['private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'].includes(range)) return 'private';
  if (range !== 'unicast') return 'refused';
  // ipaddr.js calls every range without a name unicast.
  return address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3')) ? 'public' : 'refused';
}
