import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'W4',
    name: 'lookup hook only: literals are not judged',
    file: 'server/src/kernel/outbound/http-client.ts',
    find: '  const { policy, resolve = resolveHost, dial = dialTcp, egressProxy, clock = realClock, ca } = options;\n',
    replace:
      "  const { resolve: lookUp = resolveHost, dial = dialTcp, egressProxy, clock = realClock, ca } = options;\n  const seen = new Set<string>();\n  const resolve = async (host: string): Promise<string[]> => {\n    const found = await lookUp(host);\n    for (const one of found) seen.add(one);\n    return found;\n  };\n  const isLiteral = (host: string): boolean => host.includes(':') || /^[\\d.]+$/.test(host);\n  const policy: AddressPolicy = {\n    judge: (place) => (isLiteral(place.host) && !seen.has(place.host) ? undefined : options.policy.judge(place)),\n  };\n",
  },
  {
    case: 'W4',
    name: 'mapped IPv6 not unwrapped: whatever is not listed is public',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['::/0', 'refused'],",
    replace: "  ['::/0', 'public'],",
  },
  {
    case: 'W4',
    name: '6to4 addresses accepted',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['2002::/16', 'refused'],\n",
    replace: '',
  },
  {
    case: 'W4',
    name: 'Teredo addresses accepted',
    file: 'server/src/kernel/outbound/ip-address.ts',
    find: "  ['2001::/23', 'refused'],\n",
    replace: '',
  },
  {
    case: 'W5',
    name: 'vet, then resolve again',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  const socket = await dialFirst(connecting, { addresses, port }, limit.signal);',
    replace:
      '  const again = isIP(place.host) === 0 ? await resolveAll(connecting, place.host, limit.signal) : addresses;\n  const socket = await dialFirst(connecting, { addresses: again, port }, limit.signal);',
  },
  {
    case: 'W5',
    name: 'one good address is enough',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (addresses.every((host) =>',
  },
  {
    case: 'W5',
    name: 'only the first address is judged',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (addresses.slice(0, 1).some((host) =>',
  },
  {
    case: 'W5',
    name: 'only the text of the URL is judged, not what it resolves to',
    file: 'server/src/kernel/outbound/connector.ts',
    find: '  if (addresses.some((host) =>',
    replace: '  if (isIP(place.host) !== 0 && addresses.some((host) =>',
  },
  {
    case: 'W5',
    name: 'redirect hop unvetted',
    file: 'server/src/kernel/outbound/http-client.ts',
    find: '      return await followRedirects({ ...request, signal: limit.signal }, send);',
    replace:
      '      let sent = 0;\n      const trusting = createAgents({ policy: { judge: () => undefined }, resolve, dial: reach, clock, ca });\n      return await followRedirects({ ...request, signal: limit.signal }, async (hop) => {\n        if ((sent += 1) === 1) return await send(hop);\n        const url = new URL(hop.url);\n        return await exchange(await trusting.get(url, hop), url, hop);\n      });',
  },
];
