import ipaddr from 'ipaddr.js';
import type { OutboundClient, HostPort } from '../../harness/outbound-client.ts';
import type { Random } from '../../harness/random.ts';
import { randomAddress } from './random-addresses.ts';

type Comparing = { client: OutboundClient; random: Random; count: number; admittedPort: number };
type Compared = { faults: string[]; allowed: number };

const batch = 500;

/** Compares Herald's classification of addresses with that of ipaddr.js. */
export async function compareClassifiers({ client, random, count, admittedPort }: Comparing): Promise<Compared> {
  const faults: string[] = [];
  let allowed = 0;
  const places: HostPort[] = [{ host: '127.0.0.1', port: admittedPort, isPlain: true }];
  while (places.length < count) {
    const isAdmitted = random.next() < 0.1;
    places.push({ host: randomAddress(random), port: isAdmitted ? admittedPort : 443, isPlain: isAdmitted });
  }
  for (let start = 0; start < places.length; start += batch) {
    const asked = places.slice(start, start + batch);
    const refusals = await client.judge(asked);
    for (const [index, place] of asked.entries()) {
      const isAllowed = refusals[index] === null;
      if (isAllowed) allowed += 1;
      if (isAllowed === mayBeDialled(place)) continue;
      faults.push(
        `${place.host} port ${place.port} is ${isAllowed ? 'allowed' : 'refused'}, the other way round for ipaddr.js`,
      );
    }
  }
  return { faults, allowed };
}

/** Plain HTTP is allowed to the admitted sink only. */
function mayBeDialled({ host, isPlain }: HostPort): boolean {
  return isPlain ? host === '127.0.0.1' : isPublic(host);
}

function isPublic(host: string): boolean {
  if (host.includes('%')) return false;
  const address = ipaddr.parse(host);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));
}
