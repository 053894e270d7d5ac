import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startDnsServer } from '../../harness/dns-server.ts';
import { startOutboundClient, watchDialled } from '../../harness/outbound-client.ts';
import { scaled } from '../webhooks/scaled.ts';
import { tryCreating, tryUpdating } from './api-uses.ts';
import { tryDelivering, usersNeeded } from './delivery-use.ts';
import { hostileUrls } from './hostile-hosts.ts';
import { tryRedirecting } from './redirect-use.ts';
import { guardFaults, openScene, type Scene } from './scene.ts';
import { compareClassifiers } from './second-classifier.ts';

const figures = { quick: { addresses: 2000 }, full: { addresses: 10_000 } };
const aimedMin = 60;

export const w4HostileHosts: Case = {
  id: 'W4',
  about: 'hostile hosts are refused when an endpoint is made, changed and delivered to, and as a redirect',
  run: async (stage, { tier, chance, given }) => {
    await using scene = await openScene();
    // Whatever were resolved would lead to a canary, and no question leaves the machine.
    await using dns = await startDnsServer(() => ({ addresses: ['127.0.0.1', '::1'] }));
    const urls = hostileUrls(scene.canaryPort);
    const database = await stage.openDatabase();
    const timing = { ...scaled, deliveryWaitsMs: [1] };
    const options = { timing, admitted: scene.admitted, dnsPort: dns.port };
    const worker = database.startWorker(options);
    const [api, client] = await Promise.all([
      database.startApi({ ...options, users: usersNeeded(urls.length) }),
      startOutboundClient(stage.supervisor, options),
    ]);
    const watched = [client.dialled, watchDialled(worker), watchDialled(api.child)];

    const findings = noFindings();
    findings.faults.push(...(await tryCreating({ api, scene, urls })));
    findings.faults.push(...(await tryUpdating({ api, scene, urls })));
    findings.faults.push(...(await tryDelivering({ api, database, scene, urls })));
    findings.faults.push(...(await tryRedirecting({ client, scene, urls })));
    const count = given.get('addresses') ?? figures[tier].addresses;
    const compared = await compareClassifiers({ client, chance, count, admittedPort: scene.front.port });
    const dialled = watched.flat();
    findings.faults.unshift(...guardFaults(scene, dialled));
    findings.faults.push(...compared.faults);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: stage.supervisor.logs() })));
    const aimed = aimedAt(scene, urls);
    if (aimed < aimedMin)
      findings.faults.push(`only ${aimed} of the URLs would reach the canary from an unguarded client`);
    findings.counts = {
      urls: urls.length,
      aimedAtCanary: aimed,
      uses: urls.length * 4,
      canarySpots: scene.canary.spots.length,
      caught: scene.canary.caught.length,
      dialled: dialled.length,
      addresses: count,
      allowed: compared.allowed,
      disagreements: compared.faults.length,
    };
    for (const child of [client, worker, api.child]) await child.stop();
    return findings;
  },
};

/** How many would come to the canary if nobody looked at them. */
function aimedAt({ canary }: Scene, urls: readonly string[]): number {
  const aims = urls.map((url) => URL.parse(url)).filter((url) => url !== null);
  const spots = new Set(canary.spots.map(({ host, port }) => `${host} ${port}`));
  const hostOf = ({ hostname }: URL): string =>
    hostname.replace(/^\[|\]$/g, '').replace(/^(.*\.)?localhost\.?$/, '127.0.0.1');
  return aims.filter((url) => spots.has(`${hostOf(url)} ${url.port}`)).length;
}
