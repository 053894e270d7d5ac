import { AppError } from '../../kernel/errors.ts';
import { isTimeZone } from '../../kernel/time/time-zone.ts';
import type { Slot } from './slots.ts';

type Schedule = { timezone: string; slots: readonly Slot[] };

export function readSchedule({ timezone, slots }: Schedule): { timezone: string; slots: Slot[] } {
  if (!isTimeZone(timezone)) {
    throw new AppError(
      'validation',
      'timezone must be an IANA time zone such as Europe/Berlin, with the same capital letters',
      {
        param: 'timezone',
      },
    );
  }
  const byName = new Map(slots.map(({ dayOfWeek, time }) => [`${dayOfWeek} ${time}`, { dayOfWeek, time }]));
  const names = [...byName.keys()].sort();
  return { timezone, slots: names.flatMap((name) => byName.get(name) ?? []) };
}

export function isSameSchedule(a: Schedule, b: Schedule): boolean {
  return a.timezone === b.timezone && namesOf(a).join() === namesOf(b).join();
}

function namesOf({ slots }: Schedule): string[] {
  return slots.map(({ dayOfWeek, time }) => `${dayOfWeek} ${time}`);
}
