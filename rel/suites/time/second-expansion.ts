export type Slot = { dayOfWeek: number; time: string };
export type ExpansionInput = { timezone: string; slots: readonly Slot[]; from: number; until: number };
type Expansion = { instants: number[]; gaps: number; overlaps: number };

type Segment = { since: number; offset: number };

const hour = 3_600_000;
const day = 24 * hour;

export function expandAgain({ timezone, slots, from, until }: ExpansionInput): Expansion {
  const segments = segmentsOf(timezone, floor(from, day) - 4 * day, until + 4 * day);
  const expansion = { instants: new Set<number>(), gaps: 0, overlaps: 0 };
  for (let midnight = floor(from, day) - 3 * day; midnight <= until + 3 * day; midnight += day) {
    const near = segments.filter(({ since }, index) => {
      const ends = segments[index + 1]?.since ?? Infinity;
      return since < midnight + 3 * day && ends > midnight - 2 * day;
    });
    for (const { time } of slots.filter(({ dayOfWeek }) => dayOfWeek === new Date(midnight).getUTCDay())) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const resolved = toInstant(midnight + hours * hour + minutes * 60_000, near);
      if (resolved.instant < from || resolved.instant > until) continue;
      expansion.instants.add(resolved.instant);
      expansion.gaps += Number(resolved.isSkipped);
      expansion.overlaps += Number(resolved.isTwice);
    }
  }
  return { ...expansion, instants: [...expansion.instants].sort((a, b) => a - b) };
}

/** A local time that fits no offset nearby was skipped and moves forward by the gap. */
function toInstant(local: number, near: readonly Segment[]): { instant: number; isSkipped: boolean; isTwice: boolean } {
  const fitting = near
    .map(({ since, offset }, index) => ({ instant: local - offset, since, ends: near[index + 1]?.since ?? Infinity }))
    .filter(({ instant, since, ends }) => instant >= since && instant < ends)
    .map(({ instant }) => instant);
  if (fitting.length > 0) return { instant: Math.min(...fitting), isSkipped: false, isTwice: fitting.length > 1 };
  for (const [index, { since, offset }] of near.entries()) {
    const before = near[index - 1];
    if (before === undefined || since + before.offset > local || since + offset <= local) continue;
    const jump = offset - before.offset;
    return { instant: local + jump - offset, isSkipped: true, isTwice: false };
  }
  throw new Error(`${new Date(local).toISOString()} is not a valid local time`);
}

function segmentsOf(timezone: string, from: number, until: number): Segment[] {
  const offsetAt = offsetsOf(timezone);
  const segments: Segment[] = [{ since: -Infinity, offset: offsetAt(from) }];
  for (let at = from; at < until; at += 6 * hour) {
    const [before, after] = [offsetAt(at), offsetAt(at + 6 * hour)];
    if (before !== after) segments.push({ since: turn(at, at + 6 * hour, offsetAt), offset: after });
  }
  return segments;
}

function turn(start: number, end: number, offsetAt: (at: number) => number): number {
  let [low, high] = [start, end];
  while (high - low > 1000) {
    const middle = floor((low + high) / 2, 1000);
    if (offsetAt(middle) === offsetAt(start)) low = middle;
    else high = middle;
  }
  return high;
}

/** Offsets are local time, read as UTC, minus the instant. */
function offsetsOf(timezone: string): (at: number) => number {
  const two = '2-digit' as const;
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  });
  return (at) => Date.parse(`${shown.format(at).replace(' ', 'T')}Z`) - at;
}

function floor(value: number, step: number): number {
  return Math.floor(value / step) * step;
}
