import ipaddr from 'ipaddr.js';
import type { OutboundClient, Place } from '../../harness/outbound-client.ts';
import type { Chance } from '../../harness/random.ts';
import { randomAddress } from './random-addresses.ts';

type Comparing = { client: OutboundClient; chance: Chance; count: number; admittedPort: number };
type Compared = { faults: string[]; allowed: number };

const batch = 500;

/** Herald's verdicts against those of another author. */
export async function compareClassifiers({ client, chance, count, admittedPort }: Comparing): Promise<Compared> {
  const faults: string[] = [];
  let allowed = 0;
  const places: Place[] = [{ host: '127.0.0.1', port: admittedPort, isPlain: true }];
  while (places.length < count) {
    const isAdmitted = chance.next() < 0.1;
    places.push({ host: randomAddress(chance), port: isAdmitted ? admittedPort : 443, isPlain: isAdmitted });
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

/** Plainly only the admitted sink. */
function mayBeDialled({ host, isPlain }: Place): boolean {
  return isPlain ? host === '127.0.0.1' : isPublic(host);
}

function isPublic(host: string): boolean {
  if (host.includes('%')) return false;
  const address = ipaddr.parse(host);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));
}
