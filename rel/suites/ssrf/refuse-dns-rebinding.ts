import { noFindings, type Case } from '../../harness/case.ts';
import { startDnsServer } from '../../harness/network/dns-server.ts';
import { startOutboundClient, type OutboundClient, type Outcome } from '../../harness/network/outbound-client.ts';
import type { Random } from '../../harness/random.ts';
import { inParallel } from '../../harness/wait.ts';
import { publicAddress, scenarios, type Expected, type Scenario } from './rebinding-scenarios.ts';
import { guardFaults, openFixture, type Fixture } from './fixture.ts';

const figures = { quick: { fetches: 50 }, full: { fetches: 500 } };
const suffix = 'rebind.example';

type NamedScenario = Scenario & { about: string };

export const refuseDnsRebinding: Case = {
  id: 'refuse-dns-rebinding',
  about:
    'Changes DNS answers between the check and the connection; every connection goes to an address that was checked.',
  run: async (testbed, { tier, random, overrides }) => {
    await using fixture = await openFixture();
    const named = nameScenarios({ fixture, random, fetches: overrides.get('fetches') ?? figures[tier].fetches });
    await using dns = await startDnsServer((question) => {
      const name = question.name.split('.').slice(-3).join('.');
      return named.get(name)?.reply(question) ?? 'NXDOMAIN';
    });
    const client = await startOutboundClient(testbed.supervisor, { admitted: fixture.admitted, dnsPort: dns.port });

    const findings = noFindings();
    await inParallel([...named.values()], 8, async (scenario) => {
      findings.faults.push(...(await play(client, scenario)));
    });
    const steps = [...named.values()].flatMap((scenario) => scenario.steps);
    const countOf = (expected: Expected): number => steps.filter((step) => step.expected === expected).length;
    const strays = client.dialled.filter(({ host, port }) => host !== publicAddress || port !== fixture.canaryPort);
    findings.faults.unshift(...guardFaults(fixture, strays));
    if (client.dialled.length - strays.length !== countOf('noted')) {
      findings.faults.push(`a public address was let through ${client.dialled.length} times, not ${countOf('noted')}`);
    }
    findings.counts = {
      fetches: steps.length,
      scenarios: named.size,
      reached: countOf('reached'),
      blocked: countOf('addressBlocked') + countOf('urlNotAllowed'),
      questions: dns.questions.length,
      canaryListeners: fixture.canary.listeners.length,
      caught: fixture.canary.caught.length,
    };
    await client.stop();
    return findings;
  },
};

type ScenarioOptions = { fixture: Fixture; random: Random; fetches: number };

function nameScenarios({ fixture, random, fetches }: ScenarioOptions): Map<string, NamedScenario> {
  const named = new Map<string, NamedScenario>();
  const kinds = Object.entries(scenarios);
  let planned = 0;
  for (let index = 0; planned < fetches || index < kinds.length; index += 1) {
    const [about, make] = kinds[index % kinds.length] ?? [];
    if (about === undefined || make === undefined) break;
    const name = `name${index}.${suffix}`;
    const scenario = make({ fixture, name, random });
    named.set(name, { about, ...scenario });
    planned += scenario.steps.length;
  }
  return named;
}

async function play(client: OutboundClient, { about, steps }: NamedScenario): Promise<string[]> {
  const faults: string[] = [];
  for (const { expected, ...request } of steps) {
    const outcome = await client.fetch(request);
    if (isAs(expected, outcome)) continue;
    faults.push(
      `${about}: ${request.url} was to be ${expected}, and was ${outcome.fault ?? outcome.status ?? 'nothing'}`,
    );
  }
  return faults;
}

function isAs(expected: Expected, { status, fault }: Outcome): boolean {
  if (expected === 'reached') return status === 200;
  return fault === (expected === 'noted' ? 'connectionFailed' : expected);
}
