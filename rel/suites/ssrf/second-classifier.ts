import ipaddr from 'ipaddr.js';
import type { OutboundClient, HostPort } from '../../harness/network/outbound-client.ts';
import type { Random } from '../../harness/random.ts';
import { randomAddress } from './random-addresses.ts';

type Comparing = { client: OutboundClient; random: Random; count: number; admittedPort: number };
type Compared = { faults: string[]; allowed: number };

const batch = 500;

export async function compareClassifiers({ client, random, count, admittedPort }: Comparing): Promise<Compared> {
  const faults: string[] = [];
  let allowed = 0;
  const addresses: HostPort[] = [{ host: '127.0.0.1', port: admittedPort, isPlain: true }];
  while (addresses.length < count) {
    const isAdmitted = random.next() < 0.1;
    addresses.push({ host: randomAddress(random), port: isAdmitted ? admittedPort : 443, isPlain: isAdmitted });
  }
  for (let start = 0; start < addresses.length; start += batch) {
    const slice = addresses.slice(start, start + batch);
    const refusals = await client.judge(slice);
    for (const [index, address] of slice.entries()) {
      const isAllowed = refusals[index] === null;
      if (isAllowed) allowed += 1;
      if (isAllowed === mayBeDialled(address)) continue;
      faults.push(`${address.host} port ${address.port} is ${isAllowed ? 'allowed' : 'refused'}, but not by ipaddr.js`);
    }
  }
  return { faults, allowed };
}

/** Only the admitted sink may be dialled with plain HTTP. */
function mayBeDialled({ host, isPlain }: HostPort): boolean {
  return isPlain ? host === '127.0.0.1' : isPublic(host);
}

function isPublic(host: string): boolean {
  if (host.includes('%')) return false;
  const parsed = ipaddr.parse(host);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}
