import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startDnsServer } from '../../harness/network/dns-server.ts';
import { startOutboundClient, watchDialled } from '../../harness/network/outbound-client.ts';
import { scaled } from '../webhooks/scaled.ts';
import { tryCreates, tryUpdates } from './api-uses.ts';
import { tryDeliveries, usersNeeded } from './delivery-use.ts';
import { hostileUrls } from './hostile-hosts.ts';
import { tryRedirects } from './redirect-use.ts';
import { guardFaults, openFixture, type Fixture } from './fixture.ts';
import { compareClassifiers } from './second-classifier.ts';

const figures = { quick: { addresses: 2000 }, full: { addresses: 10_000 } };
const aimedMin = 60;

export const refuseHostileUrls: Case = {
  id: 'refuse-hostile-urls',
  about:
    'Uses hostile URLs to create, update and deliver to endpoints and as redirect targets; no connection to a private address is opened.',
  run: async (testbed, { tier, random, overrides }) => {
    await using fixture = await openFixture();
    // Resolves every name to the canary, so that no query leaves the machine.
    await using dns = await startDnsServer(() => ({ addresses: ['127.0.0.1', '::1'] }));
    const urls = hostileUrls(fixture.canaryPort);
    const database = await testbed.openDatabase();
    const timing = { ...scaled, deliveryWaitsMs: [1] };
    const options = { timing, admitted: fixture.admitted, dnsPort: dns.port };
    const worker = database.startWorker(options);
    const [api, client] = await Promise.all([
      database.startApi({ ...options, users: usersNeeded(urls.length) }),
      startOutboundClient(testbed.supervisor, options),
    ]);
    const watched = [client.dialled, watchDialled(worker), watchDialled(api.child)];

    const findings = noFindings();
    findings.faults.push(...(await tryCreates({ api, fixture, urls })));
    findings.faults.push(...(await tryUpdates({ api, fixture, urls })));
    findings.faults.push(...(await tryDeliveries({ api, database, fixture, urls })));
    findings.faults.push(...(await tryRedirects({ client, fixture, urls })));
    const count = overrides.get('addresses') ?? figures[tier].addresses;
    const compared = await compareClassifiers({ client, random, count, admittedPort: fixture.front.port });
    const dialled = watched.flat();
    findings.faults.unshift(...guardFaults(fixture, dialled));
    findings.faults.push(...compared.faults);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: testbed.supervisor.logs() })));
    const aimed = aimedAt(fixture, urls);
    if (aimed < aimedMin)
      findings.faults.push(`only ${aimed} of the URLs would reach the canary from an unguarded client`);
    findings.counts = {
      urls: urls.length,
      aimedAtCanary: aimed,
      uses: urls.length * 4,
      canaryListeners: fixture.canary.listeners.length,
      caught: fixture.canary.caught.length,
      dialled: dialled.length,
      addresses: count,
      allowed: compared.allowed,
      disagreements: compared.faults.length,
    };
    for (const child of [client, worker, api.child]) await child.stop();
    return findings;
  },
};

function aimedAt({ canary }: Fixture, urls: readonly string[]): number {
  const aims = urls.map((url) => URL.parse(url)).filter((url) => url !== null);
  const listeners = new Set(canary.listeners.map(({ host, port }) => `${host} ${port}`));
  const hostOf = ({ hostname }: URL): string =>
    hostname.replace(/^\[|\]$/g, '').replace(/^(.*\.)?localhost\.?$/, '127.0.0.1');
  return aims.filter((url) => listeners.has(`${hostOf(url)} ${url.port}`)).length;
}
