import { localToInstant, offsetMsAt } from '../../../kernel/time-zone.ts';

/** Local to the zone where that says exactly this instant, else in UTC: in the second pass of an overlap, between seconds. */
export function writeTime(instant: Date, zone: string): string {
  const instantMs = instant.getTime();
  const local = new Date(instantMs + offsetMsAt(instantMs, zone)).toISOString().slice(0, 19);
  const isExact = localToInstant(local, zone)?.getTime() === instantMs;
  return isExact ? local.replace('T', ' ') : instant.toISOString();
}
