import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cidrPolicy, serverPolicy, type AddressPolicy, type HostPort } from './address-policy.ts';

const production = serverPolicy({ allowPrivateNetwork: false, allowLoopback: false });
const development = serverPolicy({ allowPrivateNetwork: false, allowLoopback: true });
const privateNetwork = serverPolicy({ allowPrivateNetwork: true, allowLoopback: false });

const hostPort = (host: string, port = 443, isPlain = false): HostPort => ({ host, port, isPlain });
const judgeAll = (policy: AddressPolicy, hosts: string[], port = 443, isPlain = false): unknown[] => [
  ...new Set(hosts.map((host) => policy.judge(hostPort(host, port, isPlain)))),
];

const loopback = ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'LOCALHOST.', 'a.localhost', 'a.b.localhost.'];
const privateHosts = ['10.0.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1'];
const linkLocal = ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fd00:ec2::254'];
const privateNames = ['intranet', 'printer.local', 'metadata.google.internal', 'nas.home.arpa', 'local', 'home.arpa.'];
const neverAddresses = ['0.0.0.0', '::', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '224.0.0.1'];
const publicHosts = ['1.1.1.1', '2606:4700::1111', 'example.com', 'example.com.', 'localhost.example.com', 'a.locals'];

test('production allows public hosts only', () => {
  assert.deepEqual(judgeAll(production, publicHosts), [undefined]);
  const others = [...loopback, ...linkLocal, ...privateHosts, ...privateNames, ...neverAddresses];
  assert.deepEqual(judgeAll(production, others), ['host']);
});

test('production allows ports 80, 443 and 1024 and above, and nothing without TLS', () => {
  for (const port of [80, 443, 1024, 8443, 65535]) {
    assert.deepEqual(judgeAll(production, publicHosts, port), [undefined], String(port));
    assert.deepEqual(judgeAll(production, publicHosts, port, true), ['plain'], String(port));
  }
  for (const port of [0, 22, 25, 79, 444, 1023]) assert.deepEqual(judgeAll(production, publicHosts, port), ['port']);
});

test('development also allows loopback on any port, plain or TLS, and nothing else', () => {
  for (const port of [80, 22, 4567]) assert.deepEqual(judgeAll(development, loopback, port, true), [undefined]);
  assert.deepEqual(judgeAll(development, [...privateHosts, ...privateNames, ...neverAddresses]), ['host']);
  assert.deepEqual(judgeAll(development, publicHosts, 443, true), ['plain']);
  assert.deepEqual(judgeAll(development, publicHosts, 22), ['port']);
});

test('the private network switch also allows loopback and private hosts on any port, plain or TLS', () => {
  const hosts = [...loopback, ...privateHosts, ...privateNames];
  assert.deepEqual(judgeAll(privateNetwork, hosts, 22, true), [undefined]);
  assert.deepEqual(judgeAll(privateNetwork, neverAddresses), ['host']);
});

test('the private network switch allows plain HTTP to public addresses on the usual ports only', () => {
  assert.equal(privateNetwork.judge(hostPort('1.1.1.1', 80, true)), undefined);
  assert.equal(privateNetwork.judge(hostPort('1.1.1.1', 22, true)), 'port');
});

test('a CIDR policy allows its listed addresses and ports and otherwise behaves like production', () => {
  const suite = cidrPolicy([{ cidr: '127.0.0.1/32', ports: [4567] }]);
  assert.deepEqual(judgeAll(suite, ['127.0.0.1', 'localhost', 'sink.example'], 4567, true), [undefined]);
  assert.deepEqual(judgeAll(suite, ['127.0.0.1', 'localhost'], 4568), ['host']);
  const others = ['127.0.0.2', '::1', '::ffff:127.0.0.1', ...privateHosts, ...privateNames, ...neverAddresses];
  assert.deepEqual(judgeAll(suite, others, 4567), ['host']);
  assert.equal(suite.judge(hostPort('1.1.1.1', 443)), undefined);
  assert.equal(suite.judge(hostPort('sink.example', 4568, true)), 'plain');
});

test('an empty CIDR policy behaves like production', () => {
  assert.deepEqual(judgeAll(cidrPolicy([]), [...loopback, ...privateHosts]), ['host']);
  assert.deepEqual(judgeAll(cidrPolicy([]), publicHosts, 443, true), ['plain']);
});

test('rejects link-local addresses even when the private network is allowed', () => {
  const policy = serverPolicy({ allowPrivateNetwork: true, allowLoopback: false });
  assert.deepEqual(judgeAll(policy, privateHosts, 80, true), [undefined]);
  assert.deepEqual(judgeAll(policy, linkLocal, 80, true), ['host']);
});
