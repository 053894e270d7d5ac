import { localToInstant, offsetMsAt } from '../../../kernel/time/time-zone.ts';

/** Writes the local time where it names exactly this instant; else UTC, as in the second hour of a clock change. */
export function writeTime(instant: Date, zone: string): string {
  const instantMs = instant.getTime();
  const local = new Date(instantMs + offsetMsAt(instantMs, zone)).toISOString().slice(0, 19);
  const isExact = localToInstant(local, zone)?.getTime() === instantMs;
  return isExact ? local.replace('T', ' ') : instant.toISOString();
}
