import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'refuse-hostile-urls',
    name: 'IP literals in URLs are not checked',
    file: 'server/src/kernel/outbound/http-client.ts',
    find: '  const { policy, resolve = resolveHost, dial = dialTcp, egressProxy, clock = realClock, ca } = options;\n',
    replace:
      "  const { resolve: lookUp = resolveHost, dial = dialTcp, egressProxy, clock = realClock, ca } = options;\n  const seen = new Set<string>();\n  const resolve = async (host: string): Promise<string[]> => {\n    const found = await lookUp(host);\n    for (const one of found) seen.add(one);\n    return found;\n  };\n  const isLiteral = (host: string): boolean => host.includes(':') || /^[\\d.]+$/.test(host);\n  const policy: AddressPolicy = {\n    judge: (place) => (isLiteral(place.host) && !seen.has(place.host) ? undefined : options.policy.judge(place)),\n  };\n",
  },
  {
    case: 'refuse-hostile-urls',
    name: 'unlisted IPv6 addresses count as public',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['::/0', 'refused'],",
    replace: "  ['::/0', 'public'],",
  },
  {
    case: 'refuse-hostile-urls',
    name: '6to4 addresses are accepted',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['2002::/16', 'refused'],\n",
    replace: '',
  },
  {
    case: 'refuse-hostile-urls',
    name: 'Teredo addresses are accepted',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['2001::/23', 'refused'],\n",
    replace: '',
  },
  {
    case: 'refuse-dns-rebinding',
    name: 'the name is resolved again after the check',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  const socket = await dialFirst(connecting, { addresses, port }, limit.signal);',
    replace:
      '  const again = isIP(hostPort.host) === 0 ? await resolveAll(connecting, hostPort.host, limit.signal) : addresses;\n  const socket = await dialFirst(connecting, { addresses: again, port }, limit.signal);',
  },
  {
    case: 'refuse-dns-rebinding',
    name: 'one public address admits all addresses of a name',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (addresses.every((host) =>',
  },
  {
    case: 'refuse-dns-rebinding',
    name: 'only the first address of a name is checked',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (addresses.slice(0, 1).some((host) =>',
  },
  {
    case: 'refuse-dns-rebinding',
    name: 'resolved addresses are not checked',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (isIP(hostPort.host) !== 0 && addresses.some((host) =>',
  },
  {
    case: 'refuse-dns-rebinding',
    name: 'redirect targets are not checked',
    file: 'server/src/kernel/outbound/http-client.ts',
    find: '      return await followRedirects({ ...request, signal: limit.signal }, send);',
    replace:
      '      let sent = 0;\n      const trusting = createAgents({ policy: { judge: () => undefined }, resolve, dial: reach, clock, ca });\n      return await followRedirects({ ...request, signal: limit.signal }, async (hop) => {\n        if ((sent += 1) === 1) return await send(hop);\n        const url = new URL(hop.url);\n        return await exchange(await trusting.get(url, hop), url, hop);\n      });',
  },
];
