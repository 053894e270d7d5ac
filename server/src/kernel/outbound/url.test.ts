import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cidrPolicy, serverPolicy, type AddressPolicy } from './address-policy.ts';
import { checkOutboundUrl, UrlNotAllowed } from './url.ts';

const production = serverPolicy({ allowPrivateNetwork: false, allowLoopback: false });
const development = serverPolicy({ allowPrivateNetwork: false, allowLoopback: true });

function refuse(texts: string[], message: RegExp, policy: AddressPolicy = production): void {
  for (const text of texts) {
    assert.throws(
      () => checkOutboundUrl(text, policy),
      (error) => error instanceof UrlNotAllowed && message.test(error.message),
      text,
    );
  }
}

test('accepts public https URLs and returns them parsed', () => {
  const texts = [
    'https://example.com',
    'https://example.com:8443/a?b=c#d',
    'HTTPS://EXAMPLE.COM./',
    'https://1.1.1.1/',
  ];
  for (const text of texts) assert.ok(checkOutboundUrl(text, production) instanceof URL, text);
  assert.equal(checkOutboundUrl('https://bücher.example/ü', production).href, 'https://xn--bcher-kva.example/%C3%BC');
  assert.equal(checkOutboundUrl('https://[2606:4700::1111]:443/', production).hostname, '[2606:4700::1111]');
});

test('rejects anything but an absolute http or https URL', () => {
  const texts = ['', 'example.com', '/path', '//example.com', 'https:example.com', 'https:/example.com', 'https://'];
  const schemes = [
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
    'unix:/run/docker.sock',
  ];
  const broken = [
    'https://exa mple.com',
    'https://example.com:99999',
    'https://1.2.3.4.5',
    'https://[::1',
    'https://%00/',
  ];
  refuse([...texts, ...schemes], /absolute/);
  refuse([...broken, 'https://[fe80::1%25eth0]/'], /absolute|spaces/);
});

test('rejects characters that parsers drop or disagree on', () => {
  const characters = [' ', '\t', '\n', '\r', '\0', '\u0085', '\u00a0', '\u2028', '\ufeff', '\\'];
  for (const character of characters) {
    refuse([`https://example.com/${character}a`, `https://exam${character}ple.com/`], /spaces, control/);
    refuse([`${character}https://example.com`, `https://example.com${character}`], /spaces, control/);
  }
});

test('accepts 2048 characters and rejects one more', () => {
  const text = `https://example.com/${'a'.repeat(2028)}`;
  assert.equal(checkOutboundUrl(text, production).href.length, 2048);
  refuse([`${text}a`], /2048/);
});

test('rejects credentials and keeps them out of the message', () => {
  refuse(
    ['https://user:hidden@example.com', 'https://user@example.com', 'https://:hidden@example.com'],
    /^(?!.*hidden)/,
  );
  refuse(['https://example.com:443@127.0.0.1/'], /user name/);
});

test('rejects plain http and low ports, unless public http is allowed', () => {
  refuse(['http://example.com', 'http://1.1.1.1:8080'], /https:\/\//);
  refuse(['https://example.com:22', 'https://example.com:0', 'https://1.1.1.1:1023'], /port/);
  const options = { allowPublicHttp: true };
  assert.equal(checkOutboundUrl('http://example.com', production, options).protocol, 'http:');
  assert.throws(() => checkOutboundUrl('http://127.0.0.1', production, options), /public internet/);
  assert.throws(() => checkOutboundUrl('http://example.com:22', production, options), /port/);
});

const loopbackSpellings = ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001']
  .concat(['0177.0.0.1', '0x7f.0x0.0x0.0x1', '127.0.0.1.', '127.1.', '2130706433.', '１２７.0.0.1', '127。0。0。1'])
  .concat(['①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2E0.1', '%6c%6f%63alhost', 'LocalHost', 'localhost.', 'ｌocalhost'])
  .concat(['x.localhost', 'x.localhost.', '[::1]', '[0:0:0:0:0:0:0:1]', '[::0.0.0.1]', '127.255.255.254']);
const hostileSpellings = ['0', '0.0.0.0', '0x0', '[::]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::FFFF:127.0.0.1]']
  .concat(['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'])
  .concat(['[2001:0:7f00:1::]', '[::ffff:1.1.1.1]', '10.0.0.1', '10.1', '167772161', '0xa.1', '012.1', '192.168.1'])
  .concat(['169.254.169.254', '2852039166', '0xa9fea9fe', '[fd00:ec2::254]', '[fe80::1]', '172.16.0.1', '100.64.0.1'])
  .concat(['⑯⑨。②⑤④。⑯⑨｡②⑤④', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '203.0.113.9'])
  .concat(['[ff02::1]', '[2001:db8::1]', 'intranet', 'intranet.', 'a.local', 'A.LOCAL.', 'metadata.google.internal'])
  .concat(['x.home.arpa', 'a.ｌocal', 'kubernetes.default.svc.cluster.local', '240.0.0.1', '[5f00::1]', '[100::1]']);

test('rejects every spelling of a local or private host', () => {
  const hosts = [...loopbackSpellings, ...hostileSpellings];
  for (const port of ['', ':8080'])
    refuse(
      hosts.map((host) => `https://${host}${port}/x`),
      /public internet/,
    );
  refuse(
    hosts.map((host) => `http://${host}/`),
    /public internet/,
  );
});

test('development accepts every spelling of loopback and nothing else', () => {
  for (const host of loopbackSpellings) assert.ok(checkOutboundUrl(`http://${host}:22/x`, development), host);
  refuse(
    hostileSpellings.map((host) => `http://${host}/`),
    /public internet/,
    development,
  );
});

test('a CIDR policy allows plain http to its listed address and port', () => {
  const policy = cidrPolicy([{ cidr: '127.0.0.1/32', ports: [4567] }]);
  assert.equal(checkOutboundUrl('http://127.1:4567/', policy).host, '127.0.0.1:4567');
  refuse(['http://127.0.0.1:4568/', 'http://[::ffff:127.0.0.1]:4567/', 'http://127.0.0.2:4567/'], /public/, policy);
});

test('rejects host names with empty parts', () => {
  refuse(['https://a..example.com/', 'https://.example.com/', 'https://example.com../', 'https://../'], /empty part/);
});
