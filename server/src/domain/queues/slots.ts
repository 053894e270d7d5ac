import { localToInstant, offsetMsAt } from '../../kernel/time/time-zone.ts';

export type Slot = { dayOfWeek: number; time: string };

type Schedule = { timezone: string; slots: readonly Slot[] };
type Span = { from: Date; until: Date };

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** No time zone was ever further ahead of UTC. */
const aheadMsMax = 16 * 3_600_000;

export function* expandSlots({ timezone, slots }: Schedule, { from, until }: Span): Generator<Date> {
  if (slots.length === 0) return;
  const week = timesByDay(slots);
  const offsetOn = steadyOffsets(timezone);
  const fromMs = from.getTime();
  let pending: number[] = [];
  let lastMs = fromMs - 1;
  // Starts a day earlier: if a zone skipped that whole day, its slots fall on this one.
  let midnight = midnightBefore(fromMs, timezone) - dayMs;
  for (; midnight - aheadMsMax <= until.getTime(); midnight += dayMs) {
    const times = week.get(new Date(midnight).getUTCDay()) ?? [];
    const offsetMs = times.length === 0 ? undefined : offsetOn(midnight);
    pending.push(...times.map((time) => instantOf({ midnight, time, timezone, offsetMs })));
    pending.sort((a, b) => a - b);
    // A local time skipped by a clock change may fall after one of the next day, so later times wait.
    const certainMs = Math.min(midnight + dayMs - aheadMsMax, until.getTime() + 1);
    const isCertain = (ms: number): boolean => ms < certainMs;
    for (const ms of pending.filter(isCertain)) {
      if (ms <= lastMs) continue;
      lastMs = ms;
      yield new Date(ms);
    }
    pending = pending.filter((ms) => !isCertain(ms));
  }
}

type LocalTime = { midnight: number; time: string; timezone: string; offsetMs: number | undefined };

/** `midnight` is local, as if it were UTC. The slow conversion is used only around clock changes. */
function instantOf({ midnight, time, timezone, offsetMs }: LocalTime): number {
  if (offsetMs !== undefined) return midnight + minutesOf(time) * minuteMs - offsetMs;
  const day = new Date(midnight).toISOString().slice(0, 10);
  return localToInstant(`${day}T${time}`, timezone)?.getTime() ?? Number.NaN;
}

/** Undefined around offset changes. Ten times faster than a conversion per slot. */
function steadyOffsets(timezone: string): (midnight: number) => number | undefined {
  const known = new Map<number, number>();
  const at = (ms: number): number => {
    const offsetMs = known.get(ms) ?? offsetMsAt(ms, timezone);
    known.set(ms, offsetMs);
    return offsetMs;
  };
  return (midnight) => {
    const offsetMs = at(midnight);
    const isSteady = [-dayMs, dayMs, 2 * dayMs].every((away) => at(midnight + away) === offsetMs);
    return isSteady ? offsetMs : undefined;
  };
}

function midnightBefore(instantMs: number, timezone: string): number {
  const localMs = instantMs + offsetMsAt(instantMs, timezone);
  return localMs - (((localMs % dayMs) + dayMs) % dayMs);
}

function timesByDay(slots: readonly Slot[]): Map<number, string[]> {
  const byDay = Map.groupBy(slots, (slot) => slot.dayOfWeek);
  return new Map([...byDay].map(([day, own]) => [day, own.map((slot) => slot.time)]));
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
