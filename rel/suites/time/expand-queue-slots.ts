import { createCommandClient } from '../../harness/programs/command-client.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { expandAgain, type ExpansionInput, type Slot } from './second-expansion.ts';

const figures = {
  quick: { zones: 40, since: 2024, until: 2030 },
  full: { zones: 400, since: 2020, until: 2040 },
};

// Gaps of half an hour and two hours, changes at midnight, and changes around Ramadan.
const always = [
  ...['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut'],
  ...['Africa/Casablanca', 'Antarctica/Troll'],
];
/** Samoa skipped a whole day when it crossed the date line. */
const apia = { timezone: 'Pacific/Apia', since: 2011, until: 2012 };

const metMin = 20;

export const expandQueueSlots: Case = {
  id: 'expand-queue-slots',
  about:
    'Expands weekly slots in many time zones; every instant equals that of a second implementation, and instants strictly increase.',
  run: async ({ supervisor }, { tier, random, overrides }) => {
    const { since, until } = figures[tier];
    const zones = pickZones(random, overrides.get('zones') ?? figures[tier].zones);
    const spans = [apia, ...zones.map((timezone) => ({ timezone, since, until }))];
    const child = supervisor.start('client', { role: 'client' });
    const sendCommand = createCommandClient(child);
    await child.waitForEvent('ready');

    const findings = noFindings();
    const counts = { zones: zones.length, slots: 0, instants: 0, gaps: 0, overlaps: 0, differences: 0 };
    let expandMs = 0;
    for (const span of spans) {
      const input = scheduleFor(span, random);
      const startedMs = performance.now();
      const instants = (await sendCommand({ expand: input }))['instants'] as number[];
      expandMs += performance.now() - startedMs;
      const second = expandAgain(input);
      const fault = difference(input, instants, second.instants);
      if (fault !== undefined) findings.faults.push(fault);
      counts.slots += input.slots.length;
      counts.instants += instants.length;
      counts.gaps += second.gaps;
      counts.overlaps += second.overlaps;
      counts.differences += Number(fault !== undefined);
    }
    if (Math.min(counts.gaps, counts.overlaps) < metMin) {
      findings.faults.push(`only ${counts.gaps} skipped and ${counts.overlaps} repeated times were met`);
    }
    findings.counts = counts;
    findings.times = { nsPerInstant: Math.round((expandMs * 1e6) / counts.instants) };
    await child.stop();
    return findings;
  },
};

function pickZones(random: Random, count: number): string[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !always.includes(zone));
  const picked = [...always];
  while (picked.length < count && others.length > 0) {
    picked.push(...others.splice(random.between(0, others.length - 1), 1));
  }
  return picked;
}

/** Clocks usually change in the early hours of a Sunday. */
function scheduleFor(span: { timezone: string; since: number; until: number }, random: Random): ExpansionInput {
  const slots: Slot[] = [0, 30, 60, 90, 120, 150, 180, 210].map((minute) => ({ dayOfWeek: 0, time: timeOf(minute) }));
  for (let dayOfWeek = 1; dayOfWeek <= 6; dayOfWeek += 1) {
    slots.push({ dayOfWeek, time: timeOf(random.between(0, 239)) });
    slots.push({ dayOfWeek, time: timeOf(random.between(0, 1439)) });
  }
  const from = Date.UTC(span.since, 0, 1) + random.between(0, 14 * 86_400_000);
  return { timezone: span.timezone, slots, from, until: Date.UTC(span.until + 1, 0, 1) - 1 };
}

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function difference(
  { timezone }: ExpansionInput,
  instants: readonly number[],
  second: readonly number[],
): string | undefined {
  const disorder = instants.findIndex((at, index) => index > 0 && at <= (instants[index - 1] ?? at));
  if (disorder >= 0) return `${timezone}: ${shown(instants[disorder])} does not come after the one before`;
  const length = Math.max(instants.length, second.length);
  for (let index = 0; index < length; index += 1) {
    if (instants[index] === second[index]) continue;
    return `${timezone}: ${shown(instants[index])} where the second implementation has ${shown(second[index])}`;
  }
  return undefined;
}

function shown(at: number | undefined): string {
  return at === undefined ? 'nothing' : new Date(at).toISOString();
}
