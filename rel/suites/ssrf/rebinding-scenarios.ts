import type { Question, Reply } from '../../harness/network/dns-server.ts';
import type { Fetch } from '../../harness/network/outbound-client.ts';
import type { Random } from '../../harness/random.ts';
import { redirectTo, type Fixture } from './fixture.ts';

/** `noted` is a public address, which the test process records instead of dialling. */
export type Expected = 'reached' | 'noted' | 'addressBlocked' | 'urlNotAllowed' | 'dnsFailed';
type Step = Fetch & { expected: Expected };
export type Scenario = { reply(question: Question): Reply; steps: Step[] };
type Making = { fixture: Fixture; name: string; random: Random };

export const publicAddress = '93.184.216.34';
const good = '127.0.0.1';
/** The canary listens there on the port of a sink. */
const beside = ['127.0.0.2', '127.255.255.254', '::1'];
const elsewhere = ['10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', 'fd00:ec2::254', 'fe80::1'];
const carrying = ['::ffff:127.0.0.2', '::127.0.0.2', '64:ff9b::7f00:2', '2002:7f00:2::', '2001:0:7f00:2::'];
const insiders = ['localhost', 'metadata.google.internal', 'db.corp.internal', 'printer.local'];

const replyOf = (...addresses: string[]): Reply => ({ addresses });
const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);
const inTurns =
  (addresses: string[]) =>
  ({ nth }: Question) =>
    replyOf(...(nth % 2 === 1 ? addresses : addresses.toReversed()));

export const scenarios: Record<string, (making: Making) => Scenario> = {
  'the n-th answer flips to a neighbour': ({ fixture, name, random }) => {
    const [n, bad, url] = [random.between(1, 3), random.pick(beside), `http://${name}:${fixture.front.port}/`];
    const steps = [...times(n, { url, expected: 'reached' }), ...times(2, { url, expected: 'addressBlocked' })];
    return { reply: ({ nth }) => replyOf(nth <= n ? good : bad), steps };
  },
  'every second answer is bad': ({ fixture, name, random }) => {
    const [bad, url] = [random.pick([...beside, ...elsewhere]), `http://${name}:${fixture.back.port}/`];
    const steps: Step[] = [1, 2, 3, 4].map((nth) => ({ url, expected: nth % 2 === 1 ? 'reached' : 'addressBlocked' }));
    return { reply: ({ nth }) => replyOf(nth % 2 === 1 ? good : bad), steps };
  },
  'the first answer is public, the second loopback': ({ fixture, name, random }) => {
    const [scheme, bad] = [random.pick(['http', 'https']), random.pick([good, '::1'])];
    const request = { url: `${scheme}://${name}:${fixture.canaryPort}/`, allowPublicHttp: true };
    const steps: Step[] = [{ ...request, expected: 'noted' }, ...times(2, { ...request, expected: 'addressBlocked' })];
    return { reply: ({ nth }) => replyOf(nth === 1 ? publicAddress : bad), steps };
  },
  'one of several addresses is bad': ({ fixture, name, random }) => {
    const addresses = [good, random.pick([...beside, ...elsewhere])];
    return { reply: inTurns(addresses), steps: times(2, blocked(name, fixture.front.port)) };
  },
  'the good address does not answer, the bad one would': ({ fixture, name, random }) => {
    const addresses = [good, random.pick(beside)];
    return { reply: inTurns(addresses), steps: times(2, blocked(name, fixture.emptyPort)) };
  },
  'a public address goes with loopback': ({ fixture, name, random }) => {
    const addresses = [publicAddress, random.pick([good, '::1'])];
    return { reply: inTurns(addresses), steps: times(2, blocked(name, fixture.canaryPort)) };
  },
  'an IPv6 address carries loopback': ({ fixture, name, random }) => {
    const addresses = random.pick([[], [good]]).concat(random.pick(carrying));
    const port = random.pick([fixture.front.port, fixture.canaryPort]);
    return { reply: () => replyOf(...addresses), steps: [blocked(name, port)] };
  },
  'aliases lead inside': ({ fixture, name, random }) => {
    const links = Array.from({ length: random.between(0, 3) }, (_, index) => `alias${index}.${name}`);
    const reply = { aliases: [...links, random.pick(insiders)], addresses: [random.pick([...beside, ...elsewhere])] };
    return { reply: () => reply, steps: [blocked(name, fixture.front.port)] };
  },
  'aliases lead to a sink': ({ fixture, name }) => ({
    reply: () => ({ aliases: [`alias.${name}`, `sink.${name}`], addresses: [good] }),
    steps: [{ url: `http://${name}:${fixture.front.port}/`, expected: 'reached' }],
  }),
  'nothing at first, then a neighbour': ({ fixture, name, random }) => {
    const nothing = random.pick<Reply>(['NXDOMAIN', 'SERVFAIL', replyOf(), { aliases: ['localhost'], addresses: [] }]);
    const bad = random.pick(beside);
    const failed: Step = { url: `http://${name}:${fixture.front.port}/`, expected: 'dnsFailed' };
    return {
      reply: ({ nth }) => (nth === 1 ? nothing : replyOf(bad)),
      steps: [failed, blocked(name, fixture.front.port)],
    };
  },
  'a name looks like an address': ({ fixture, name, random }) => {
    const prefix = random.pick(['127.0.0.1', '127-0-0-1', '0x7f000001', 'localhost', 'xn--ls8h']);
    return { reply: () => replyOf(good), steps: [blocked(`${prefix}.${name}`, fixture.canaryPort)] };
  },
  'a sink redirects to a literal': ({ fixture, random }) => {
    const host = random.pick([
      '127.0.0.2',
      '[::1]',
      '127.0.0.1.',
      '2130706434',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
    ]);
    const port = host.startsWith('127.0.0.1')
      ? fixture.canaryPort
      : random.pick([fixture.front.port, fixture.canaryPort]);
    const target = `${random.pick(['http', 'https'])}://${host}:${port}/`;
    return { reply: () => 'NXDOMAIN', steps: [hop(redirectTo(fixture.front, target), 'urlNotAllowed')] };
  },
  'a sink redirects to a name that flips': ({ fixture, name, random }) => {
    const [bad, url] = [random.pick(beside), redirectTo(fixture.front, `http://${name}:${fixture.back.port}/`)];
    return {
      reply: ({ nth }) => replyOf(nth === 1 ? good : bad),
      steps: [hop(url, 'reached'), hop(url, 'addressBlocked')],
    };
  },
  'a name redirects to itself and flips': ({ fixture, name, random }) => {
    const [bad, own] = [random.pick(beside), `http://${name}:${fixture.front.port}/`];
    const url = `${own}?to=${encodeURIComponent(own)}`;
    return { reply: ({ nth }) => replyOf(nth === 1 ? good : bad), steps: [hop(url, 'addressBlocked')] };
  },
};

function blocked(host: string, port: number): Step {
  return { url: `http://${host}:${port}/`, allowPublicHttp: true, expected: 'addressBlocked' };
}

function hop(url: string, expected: Expected): Step {
  return { url, redirectsMax: 3, allowPublicHttp: true, expected };
}
